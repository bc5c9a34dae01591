import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.js';
import { bodyLimitOf, calls, isLongLived } from './calls.js';
import { costs } from './costs.js';

const all: [string, Call][] = Object.entries(calls);

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];

/** These accept a password field from the old web app but ignore it. */
const hashesNothing = ['joinWaitlist'];

const kilobytes = (bytes: number): string =>
  bytes === 0 ? 'none' : `${new Intl.NumberFormat('en').format(bytes / 1_024)} KiB`;

const page = (): string => {
  const kinds = Object.entries(costs).map(
    ([cost, { atOnce, ofNetwork, ofRefused, perSecond, burst }]) =>
      `| \`${cost}\` | ${atOnce} | ${ofNetwork} | ${ofRefused} | ${perSecond} | ${burst} |`,
  );
  const lines = all
    .map(([, call]) => call)
    .sort((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(
      (call) =>
        `| \`${call.method} ${call.path}\` | ${call.access} | \`${call.cost}\` | ${kilobytes(bodyLimitOf(call))} | ${isLongLived(call) ? 'stays open' : ''} |`,
    );
  return `# Limits of every call

Generated from the calls by \`packages/contracts/src/http/costs.spec.ts\` (\`npx vitest run costs -u\`). The limits are enforced
before a body is read, at the gateway and again in each service (\`packages/platform/src/http/admission.ts\`). A body that is
too long is answered with 413 at once, and a request beyond a limit with 503 and \`Retry-After\`. A network is an IPv4 address,
or 64 bits of an IPv6 address. \`NETWORK_LIMIT_FACTOR\` multiplies what one network may have. Networks that were told to come
back later (429 or 503) within the last five seconds share a few places between them, and may send a quarter as many requests a
second. A limit that one signed-in person has reached does not count against their network.

| Kind | At once | At once per network | At once for all networks told to come back later | Per second | At once after a pause |
|---|---|---|---|---|---|
${kinds.join('\n')}

| Call | For | Kind | Body | |
|---|---|---|---|---|
${lines.join('\n')}
`;
};

describe('what calls cost', () => {
  it.each(all)('%s has a kind that fits what it does', (name, call) => {
    expect(call.cost === 'stream').toBe(call.produces === 'text/event-stream');
    expect(call.cost === 'upload').toBe(call.form !== undefined);
    expect(['read', 'scan', 'stream'].includes(call.cost)).toBe(call.method === 'GET');
    const takesPassword = fieldsOf(call.body).includes('password') && !hashesNothing.includes(name);
    expect(call.cost === 'password').toBe(takesPassword);
    expect(bodyLimitOf(call) > 0).toBe(call.method !== 'GET');
  });

  it('leave room for others whatever one network does', () => {
    for (const { atOnce, ofNetwork } of Object.values(costs)) expect(ofNetwork).toBeLessThan(atOnce / 2);
  });

  it('are listed in docs/limits.md', async () => {
    await expect(page()).toMatchFileSnapshot('../../../../docs/limits.md');
  });
});
