import { z } from 'zod';
import { timeLimits } from '../network/time-limits.js';

/** One check of a part that is not ready. */
export interface NotReady {
  readonly check: string;
  readonly why: string;
}

const bodySchema = z.object({
  checks: z.record(z.string(), z.object({ ready: z.boolean(), why: z.string().optional() })).default({}),
});

/**
 * Asks a part whether it is ready, at its `/health/ready`.
 * @returns nothing of one that is, else each check that is not. One that does not answer is told of as the check `answer`.
 */
export const askReadiness = async (url: string): Promise<readonly NotReady[]> => {
  try {
    const answer = await fetch(new URL('/health/ready', url), {
      signal: AbortSignal.timeout(timeLimits.readiness),
    });
    const body: unknown = await answer.json().catch(() => undefined);
    if (answer.ok) return [];
    const { checks } = bodySchema.catch({ checks: {} }).parse(body);
    const failing = Object.entries(checks).flatMap(([check, { ready, why }]) =>
      ready ? [] : [{ check, why: why ?? 'not ready' }],
    );
    return failing.length > 0 ? failing : [{ check: 'answer', why: `it answers ${answer.status}` }];
  } catch (fault) {
    const isLate = fault instanceof Error && fault.name === 'TimeoutError';
    return [{ check: 'answer', why: isLate ? 'it does not answer' : 'nothing listens there' }];
  }
};
