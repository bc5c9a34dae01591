import { askReadiness, type HealthChecks } from '@groundswell/platform';

/**
 * The gateway is ready when all parts behind it are.
 * @param parts their URLs, by name
 */
export const partChecks = (parts: Readonly<Record<string, string>>): HealthChecks =>
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
