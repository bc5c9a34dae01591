import type { BrokerState } from './broker-state.js';
import type { BrokerWire } from './broker-wire.js';
import type { SimContext } from './context.js';
import type { SimJobs } from './jobs.js';
import type { SimLocks } from './locks.js';
import type { SimLog } from './log.js';
import type { SimTables } from './tables.js';
import type { SimVault } from './vault.js';

/** The simulated world around the workers' code. */
export interface World extends SimContext {
  readonly log: SimLog;
  readonly tables: SimTables;
  readonly locks: SimLocks;
  readonly jobs: SimJobs;
  readonly vault: SimVault;
  readonly broker: BrokerState;
  readonly wire: BrokerWire;
}
