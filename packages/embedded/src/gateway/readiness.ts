import { askReadiness, type HealthChecks, readiness } from '@groundswell/platform';

/** Milliseconds for which an answer is given again: each takes a request to every part, and anyone may ask. */
const answeredFor = 1_000;

/**
 * The gateway is ready when all parts behind it are.
 * @param parts their URLs, by name
 */
export const readinessOf = (
  parts: Readonly<Record<string, string>>,
): (() => ReturnType<typeof readiness>) => {
  const checks = partChecks(parts);
  let answer: ReturnType<typeof readiness> | undefined;
  return () => {
    if (answer === undefined) {
      answer = readiness(checks);
      setTimeout(() => {
        answer = undefined;
      }, answeredFor).unref();
    }
    return answer;
  };
};

const partChecks = (parts: Readonly<Record<string, string>>): HealthChecks =>
  Object.fromEntries(
    Object.entries(parts).map(([name, url]) => [
      name,
      async () => {
        const failing = await askReadiness(url);
        // Only names: this is public, and reasons may quote data.
        const checks = failing.map(({ check }) => check).join(', ');
        return failing.length === 0 ? { ready: true } : { ready: false, why: `not ready: ${checks}` };
      },
    ]),
  );
