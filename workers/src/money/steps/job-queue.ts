import type { JobQueue } from '@groundswell/platform/queue';
import type { PendingStep } from '../process-state/money-state.js';

/** What is in Redis for a step: ids alone. */
export type MoneyJob = { readonly userId: string };

export const queueName = 'money';

/**
 * Enqueues steps under ids that follow from them: one that waits already stays once. Forgotten as soon as they end,
 * since the log says what is still due.
 * @throws QueueUnavailable while Redis is away; what Redis answers when it does not want them
 */
export const enqueue = async (queue: JobQueue<MoneyJob>, steps: readonly PendingStep[]): Promise<void> => {
  await Promise.all(
    steps.map(({ stepId, userId }) => queue.add({ id: stepId, data: { userId }, kept: false })),
  );
};
