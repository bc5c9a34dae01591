import { exitCodes, type Handler, NotDone } from '@groundswell/platform/operator';
import { tellJob } from '../shared/jobs.js';
import { contextOf, withLog } from './with-log.js';

export const retryParked: Handler = (invocation) =>
  withLog(async (eventStore) => {
    const id = invocation.arguments.job ?? '';
    if (!(await tellJob(eventStore, id, { type: 'RetryJob' }, contextOf(invocation)))) {
      throw new NotDone(`"${id}" is not parked.`);
    }
    invocation.terminal.result({ id, state: 'retried' }, `${id} runs again.`);
    return exitCodes.done;
  });
