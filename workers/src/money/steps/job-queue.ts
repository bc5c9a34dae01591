import type { JobQueue } from '@groundswell/platform/queue';
import type { PendingStep } from '../process-state/money-state.js';

/** A step's data in Redis: only ids. */
export type MoneyJob = { readonly userId: string };

export const queueName = 'money';

/**
 * Enqueues steps under deterministic ids: one that waits already is not added twice. Removed as soon as they
 * end, since the log shows what is still due.
 * @throws QueueUnavailable while Redis is unreachable; Redis's own errors when it refuses
 */
export const enqueue = async (queue: JobQueue<MoneyJob>, steps: readonly PendingStep[]): Promise<void> => {
  await Promise.all(
    steps.map(({ stepId, userId }) => queue.add({ id: stepId, data: { userId }, kept: false })),
  );
};
