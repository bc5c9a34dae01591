import {
  decide as decideJob,
  evolve as evolveJob,
  type JobCommand,
  type ParkedJob,
} from '@groundswell/domain/job';
import { obstacleToDrop } from '../../steps/drop.js';
import { idOfRow } from './broker-moves.js';
import { type Move, type Rules, told, type World } from './world.js';

/** The world after a command to a transfer's job, applied by the real job rules. */
export const withJob = (world: World, owner: string, command: JobCommand): World => {
  const state = world.jobs[owner];
  const job =
    state === undefined ? undefined : ({ state, kind: '', subject: '', reason: '' } as ParkedJob | undefined);
  const after = decideJob(command, job).reduce(evolveJob, job);
  return after ? { ...world, jobs: { ...world.jobs, [owner]: after.state } } : world;
};

/**
 * What an operator may do about a parked job. The broker answers the operator truthfully: whether it has the
 * transfer, and that it is not about to make it.
 */
export const peopleMoves = (world: World, rules: Rules): Move[] =>
  Object.entries(world.jobs)
    .filter(([, state]) => state === 'parked')
    .flatMap(([owner]): Move[] => {
      const transfer = world.account.transfers.get(owner);
      if (!transfer) return [];
      const moves: Move[] = [
        { label: `operator retries ${owner}`, world: withJob(world, owner, { type: 'RetryJob' }) },
      ];
      const step = { kind: 'submit-transfer', entityId: owner } as const;
      if (obstacleToDrop(step, world.account, '') === undefined)
        moves.push({
          label: `operator drops ${owner}`,
          world: withJob(world, owner, { type: 'DropJob' }),
        });
      const row = world.rows.find((made) => made.owner === owner);
      const isComing = world.calls.some((call) => call.owner === owner && call.state === 'sent');
      if (transfer.submitting && !row && !isComing) {
        const command = {
          type: 'ResolveTransferNotMade',
          transferId: owner,
          attempt: transfer.attempts,
        } as const;
        moves.push({ label: `operator resolves ${owner}`, world: told(world, command, rules) });
      }
      if (transfer.submitting && row) {
        const found = { brokerTransferId: idOfRow(world, row), status: 'COMPLETE' };
        const command = { type: 'RecordTransferAccepted', transferId: owner, ...found } as const;
        moves.push({ label: `operator adopts ${owner}`, world: told(world, command, rules) });
      }
      return moves;
    });
