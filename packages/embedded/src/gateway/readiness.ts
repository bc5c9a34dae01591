import type { HealthChecks } from '@groundswell/platform';
import type { Upstream } from './routing.js';

/** The gateway is ready when everyone behind it is. */
export const upstreamChecks = (upstreams: Readonly<Record<Upstream, string>>): HealthChecks =>
  Object.fromEntries(
    Object.entries(upstreams).map(([name, url]) => [
      name,
      async () => {
        const { status } = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(2_000) });
        return { ready: status === 200 };
      },
    ]),
  );
