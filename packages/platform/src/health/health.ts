import { timeLimits } from '../network/time-limits.js';

/** One dependency's state; `detail` is for operators and holds no personal data. */
export interface CheckResult {
  readonly ready: boolean;
  /** Why it is not ready, in the words that `status` prints. */
  readonly why?: string | undefined;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/** Named checks; a throw or a wait beyond the limit counts as not ready. */
export type HealthChecks = Readonly<Record<string, () => Promise<CheckResult> | CheckResult>>;

export interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: string;
}

const withinTime = async (check: HealthChecks[string]): Promise<CheckResult> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve({ ready: false, why: 'no answer in time' }), timeLimits.check);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch (fault) {
    // Only the error's name: its message may quote personal data.
    return { ready: false, why: `asking it failed (${fault instanceof Error ? fault.name : 'unknown'})` };
  } finally {
    clearTimeout(timer);
  }
};

/** The process's event loop turns: nothing else is asked, so that a slow database restarts no one. */
export const liveness = (): HealthAnswer => ({ status: 200, body: JSON.stringify({ status: 'live' }) });

/** All checks side by side; 503 as soon as one is not ready. */
export const readiness = async (checks: HealthChecks): Promise<HealthAnswer> => {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await withinTime(check)] as const),
  );
  const ready = results.every(([, result]) => result.ready);
  return {
    status: ready ? 200 : 503,
    body: JSON.stringify({
      status: ready ? 'ready' : 'not ready',
      checks: Object.fromEntries(
        results.map(([name, { ready, why, detail }]) => [name, { ready, why, ...detail }]),
      ),
    }),
  };
};
