import { askReadiness, type HealthChecks } from '@groundswell/platform';

/**
 * The gateway is ready when everyone is who answers behind it, or works for those who do.
 * @param parts where each of them answers, by its name
 */
export const partChecks = (parts: Readonly<Record<string, string>>): HealthChecks =>
  Object.fromEntries(
    Object.entries(parts).map(([name, url]) => [
      name,
      async () => {
        const failing = await askReadiness(url);
        // Names alone: anyone may read this, and reasons quote what was read.
        const checks = failing.map(({ check }) => check).join(', ');
        return failing.length === 0 ? { ready: true } : { ready: false, why: `not ready: ${checks}` };
      },
    ]),
  );
