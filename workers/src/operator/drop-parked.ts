import type { TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/money';
import { type EventStore, load } from '@groundswell/platform/event-store';
import { exitCodes, type Handler, NotDone, textOf, WrongUsage } from '@groundswell/platform/operator';
import { obstacleToDrop } from '../money/drop.js';
import { stepOfId } from '../money/step.js';
import { readJob, tellJob } from '../shared/jobs/jobs.js';
import { contextOf, withLog } from './ground.js';

/** Why a job may not be dropped; undefined when it may. */
const obstacle = async (eventStore: EventStore, id: string, subject: string): Promise<string | undefined> => {
  const step = stepOfId(id);
  if (!step) return undefined;
  const folding = { initialState, evolve };
  const { state } = await load<TradingAccount, TradingAccountEvent>(eventStore, subject, folding);
  return obstacleToDrop(step, state);
};

export const dropParked: Handler = (invocation) =>
  withLog(async (eventStore) => {
    const id = invocation.arguments.job ?? '';
    if (textOf(invocation, 'reason') === undefined) throw new WrongUsage('parked drop needs --reason="…"');
    const job = await readJob(eventStore, id);
    if (job?.state !== 'parked') throw new NotDone(`"${id}" is not parked.`);
    const why = await obstacle(eventStore, id, job.subject);
    if (why !== undefined) throw new NotDone(why);
    if (!(await tellJob(eventStore, id, { type: 'DropJob' }, contextOf(invocation)))) {
      throw new NotDone(`"${id}" is no longer parked.`);
    }
    invocation.terminal.result({ id, state: 'dropped' }, `${id} is dropped. The workers call it off.`);
    return exitCodes.done;
  });
