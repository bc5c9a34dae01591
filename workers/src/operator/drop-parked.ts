import { exitCodes, type Handler, NotDone, textOf, WrongUsage } from '@groundswell/platform/operator';
import { obstacleOf } from '../money/steps/drop.js';
import { type StepKind, stepOfId } from '../money/steps/step.js';
import { readJob, tellJob } from '../shared/jobs.js';
import { contextOf, withLog } from './with-log.js';

/** What becomes of a step whose job is dropped. */
const follows: Readonly<Record<StepKind, string>> = {
  'submit-application': 'The workers cancel it.',
  'submit-bank-link': 'The workers cancel it.',
  'submit-transfer': 'The workers cancel it.',
  'remove-bank-link': 'The bank link counts as removed here.',
  'cancel-transfer': 'The cancellation is given up: the transfer goes through.',
};

export const dropParked: Handler = (invocation) =>
  withLog(async (eventStore) => {
    const id = invocation.arguments.job ?? '';
    if (textOf(invocation, 'reason') === undefined) throw new WrongUsage('parked drop needs --reason="…"');
    const job = await readJob(eventStore, id);
    if (job?.state !== 'parked') throw new NotDone(`"${id}" is not parked.`);
    const why = await obstacleOf(eventStore, id);
    if (why !== undefined) throw new NotDone(why);
    if (!(await tellJob(eventStore, id, { type: 'DropJob' }, contextOf(invocation)))) {
      throw new NotDone(`"${id}" is no longer parked.`);
    }
    const step = stepOfId(id);
    const after = step ? follows[step.kind] : 'It will not be reported again.';
    invocation.terminal.result({ id, state: 'dropped' }, `${id} is dropped. ${after}`);
    return exitCodes.done;
  });
