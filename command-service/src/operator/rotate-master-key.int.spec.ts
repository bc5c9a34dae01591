import { randomBytes, randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import { applicationVaultFields } from '@groundswell/domain/money';
import { createLog, parseConfig } from '@groundswell/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorConfigSchema } from '../config.js';
import { type CoreServices, openCoreServices } from '../core-services.js';
import { cause, type Instance, startInstance } from '../spec-kit/instance.js';
import { application, newCustomer } from '../spec-kit/money.js';
import { carryOut } from './commands.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.stop());

const log = createLog({ service: 'operator', level: 'silent' });
const servicesWith = (VAULT_MASTER_KEY: string): Promise<CoreServices> =>
  openCoreServices(parseConfig(operatorConfigSchema, { ...instance.environment, VAULT_MASTER_KEY }), log);
const run = (core: CoreServices) =>
  carryOut(core, { name: 'rotate-master-key', reason: undefined }, async () => '', cause);
const rotate = async (core: CoreServices) => (await run(core)).message;

it('the new key alone opens everything, and the old key no longer opens anything', async () => {
  const customer = await newCustomer(instance);
  const { body } = await instance.ask(calls.createAlpacaAccount, application, { token: customer.token });
  const email = (await instance.services.accounts.emailOf(customer.id)) ?? '';
  const old = instance.environment.VAULT_MASTER_KEY ?? '';
  const fresh = `2:${randomBytes(32).toString('base64')}`;

  const known = await servicesWith(`1:${old},${fresh}`);
  expect(await run(known)).toMatchObject({
    message: expect.stringMatching(/^version 2 is known but not used for wrapping yet/),
    declined: true,
  });
  expect(await instance.services.accounts.emailOf(customer.id)).toBe(email);

  const both = await servicesWith(`${fresh},1:${old}`);
  expect(await rotate(both)).toMatch(
    /^[1-9]\d* keys? (was|were) rewrapped; all of them now use version 2\nyou can remove older versions/,
  );
  // A request queued before the change is sealed with the old key.
  await both.database.query(
    `INSERT INTO command_service.inbox (request_id, kind, sealed, correlation_id, due_at)
     VALUES ($1, 'spec', '', 'spec', now() + interval '1 hour')`,
    [randomUUID()],
  );
  expect(await run(both)).toMatchObject({
    message: expect.stringContaining('1 queued requests may still need an older version'),
    declined: true,
  });
  await both.database.query(`DELETE FROM command_service.inbox WHERE kind = 'spec'`);
  expect(await run(both)).toMatchObject({
    message: expect.stringContaining('you can remove older versions'),
    declined: false,
  });
  await both.close();
  expect(await known.accounts.findByEmail(email)).toBe(customer.id);
  expect(await known.accounts.emailOf(customer.id)).toBe(email);
  await known.close();

  const alone = await servicesWith(fresh);
  const fields = applicationVaultFields(body.id);
  expect(await alone.accounts.findByEmail(email)).toBe(customer.id);
  expect(await alone.vault.get(customer.id, [fields.ssn])).toEqual({ [fields.ssn]: '536228726' });
  expect(alone.vault.digest('request', 'a body')).toBe(instance.services.vault.digest('request', 'a body'));
  expect(await rotate(alone)).toMatch(/^0 keys were rewrapped/);
  await alone.close();

  await expect(servicesWith(old)).rejects.toThrow('lacks version 2');
});
