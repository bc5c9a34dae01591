import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, parseConfig } from '@groundswell/platform';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from '../gateway/config.js';
import { buildGateway } from '../gateway/gateway.js';

const away = 'http://127.0.0.1:1';
const gatewayWith = (mailbox: string | undefined) =>
  buildGateway({
    upstreams: { 'command-service': away, 'query-service': away, web: away },
    timeout: 300,
    log: createLog({ service: 'gateway', level: 'silent' }),
    mailbox,
  });
const mail = (id: string, keptAt: string, text: string) => ({
  id,
  keptAt,
  to: 'ann@example.com',
  subject: 'Set <b>your</b> password',
  text,
  html: '<p>Hello</p>',
});

let directory: string;
let gateway: FastifyInstance;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailbox-'));
  const older = mail('6c84fb90-12c4-41e1-8f2b-0b4ffb0ba8c5', '2026-11-20T10:00:00.000Z', 'Older words');
  const newer = mail(
    '0f1a6a3b-7c3e-4d55-9a53-3f4d27b6a001',
    '2026-11-20T11:00:00.000Z',
    'Set my password:\nhttps://groundswell.test/password_reset#abc\n\n<script>alert(1)</script>',
  );
  for (const each of [older, newer])
    await writeFile(join(directory, `${each.id}.json`), JSON.stringify(each));
  await writeFile(join(directory, 'broken.json'), '{');
  gateway = gatewayWith(directory);
});
afterAll(async () => {
  await gateway.close();
  await rm(directory, { recursive: true });
});

describe('the mailbox', () => {
  it('shows mails newest first, with links to follow and nothing that runs', async () => {
    const { statusCode, body, headers } = await gateway.inject('/mailbox');
    expect(statusCode).toBe(200);
    expect(body).toContain('<a href="https://groundswell.test/password_reset#abc">');
    expect(body).toContain('Set &lt;b&gt;your&lt;/b&gt; password');
    expect(body).not.toContain('<script>');
    expect(body).toMatch(/>Nov 20, 2026, 11:00\sAM UTC<\/time>/);
    expect(body.indexOf('/mailbox/0f1a6a3b')).toBeLessThan(body.indexOf('/mailbox/6c84fb90'));
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('shows a mail as it looks', async () => {
    const looks = await gateway.inject('/mailbox/0f1a6a3b-7c3e-4d55-9a53-3f4d27b6a001');
    expect(looks.body).toBe('<p>Hello</p>');
    expect((await gateway.inject('/mailbox/..%2f..%2fsecrets')).statusCode).toBe(404);
  });

  it('gives all mails to tests', async () => {
    const { mails } = (await gateway.inject('/mailbox/all.json')).json();
    expect(mails.map(({ to }: { to: string }) => to)).toEqual(['ann@example.com', 'ann@example.com']);
  });

  it('is empty before the first mail', async () => {
    const empty = gatewayWith(join(directory, 'nothing-yet'));
    expect((await empty.inject('/mailbox')).body).toContain('No mail yet.');
    await empty.close();
  });

  it('does not exist unless configured, and never in production', async () => {
    const without = gatewayWith(undefined);
    await without.listen({ port: 0, host: '127.0.0.1' });
    expect((await without.inject('/mailbox')).statusCode).toBe(503);
    await without.close();
    const urls = { COMMAND_SERVICE_URL: away, QUERY_SERVICE_URL: away, WEB_URL: away };
    const production = { ...urls, NODE_ENV: 'production', MAILBOX_DIR: directory };
    expect(() => parseConfig(configSchema, production)).toThrow('MAILBOX_DIR');
    expect(() => parseConfig(configSchema, { ...production, NODE_ENV: 'development' })).not.toThrow();
  });
});
