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
 * Asks a service's `/health/ready`.
 * @returns each check that fails, none if it is ready. A service that does not answer fails the check
 * `answer`.
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

/** Parts that are not ready, by name, each with why. */
export type Unready = Readonly<Record<string, readonly NotReady[]>>;

/** Asks all parts side by side. @param urls where each of them answers, by its name */
export const askParts = async (urls: Readonly<Record<string, string>>): Promise<Unready> => {
  const answers = await Promise.all(
    Object.entries(urls).map(async ([name, url]) => [name, await askReadiness(url)] as const),
  );
  return Object.fromEntries(answers.filter(([, failing]) => failing.length > 0));
};

/** One line for each part that is not ready. */
export const unreadyText = (unready: Unready): string[] =>
  Object.entries(unready).map(([name, failing]) => {
    const reasons = [...new Set(failing.map(({ why }) => why))].map((why) => {
      const checks = failing.flatMap((each) => (each.why === why ? [each.check] : []));
      return checks.includes('answer') ? why : `${checks.join(', ')}: ${why}`;
    });
    return `${name} is not ready: ${reasons.join('; ')}`;
  });
