import { randomUUID } from 'node:crypto';
import { createLog, parseConfig } from '@groundswell/platform';
import type { Vault } from '@groundswell/platform/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from './config.js';
import { createEraseAgain } from './erase-again.js';
import { erasePerson } from './erase-person.js';
import { type Instance, type Person, startInstance } from './spec-kit/instance.js';
import { startCommandService } from './start.js';
import { createWaitlist } from './waitlist/waitlist.js';

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.stop());

const cause = { actor: { id: 'operator', role: 'operator' }, correlationId: 'spec', reason: 'spec' } as const;
const tables = ['vault.person_key', 'vault.personal_value', 'people.credential'] as const;

/** An erased person whom an earlier backup has brought back. */
const restoredPerson = async (): Promise<Person> => {
  const person = await instance.register();
  const { database } = instance.services;
  for (const table of tables) {
    const backup = table.replace('.', '_backup_');
    await database.query(`DROP TABLE IF EXISTS public.${backup}`);
    await database.query(`CREATE TABLE public.${backup} AS TABLE ${table}`);
  }
  expect(await erasePerson(instance.services, person.id, cause)).toBe(true);
  await database.query('DELETE FROM vault.erased_person WHERE person_id = $1', [person.id]);
  for (const table of tables) {
    const backup = table.replace('.', '_backup_');
    await database.query(`INSERT INTO ${table} SELECT * FROM public.${backup} ON CONFLICT DO NOTHING`);
  }
  expect(await instance.services.accounts.emailOf(person.id)).toBe(person.email);
  return person;
};

describe('a person found in the vault after the log recorded their erasure', () => {
  it('is erased again at the next start', async () => {
    const [person, other] = [await restoredPerson(), await instance.register()];
    const log = createLog({ service: 'command-service', level: 'silent' });
    const service = await startCommandService(parseConfig(configSchema, instance.environment), log);
    await expect.poll(() => instance.services.vault.isKnown(person.id)).toBe(false);
    await service.close();
    for (const table of tables) {
      const column = table.startsWith('people') ? 'user_id' : 'person_id';
      expect(
        await instance.services.database.query(`SELECT FROM ${table} WHERE ${column} = $1`, [person.id]),
      ).toEqual([]);
    }
    await expect(instance.services.vault.put(person.id, { email: { value: 'x' } })).rejects.toThrow('erased');
    expect(await instance.services.accounts.emailOf(other.id)).toBe(other.email);
  });

  it('is erased again by housekeeping, whenever the backup was restored, and appears in no log line', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ service: 'command-service', level: 'info', destination });
    const eraseAgain = createEraseAgain(instance.services, log);
    await eraseAgain();
    expect(lines).toEqual([]);
    const person = await restoredPerson();
    await eraseAgain();
    expect(await instance.services.vault.isKnown(person.id)).toBe(false);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'warn', people: 1 }),
    ]);
    expect(lines.join()).not.toContain(person.id);
  });
});

describe('a person found in the vault after the log recorded that they left the waitlist', () => {
  /** Someone who has joined; what they do then fails to reach the vault. */
  const leaves = async (email: string, vault: Pick<Vault, 'erase'>): Promise<string> => {
    const { services } = instance;
    const { id: personId } = await instance.joinWaitlist(email);
    const token = await instance.issueLink('leave_waitlist', personId);
    const waitlist = createWaitlist({
      ...services,
      vault,
      personOf: services.accounts.personOf,
      hasAccount: async () => (await services.accounts.find(personId)) !== undefined,
    });
    await waitlist.leave(token, 'spec').catch(() => undefined);
    return personId;
  };
  const away = { erase: () => Promise.reject(new Error('away')) };
  const log = createLog({ service: 'command-service', level: 'silent' });

  it('is erased, unless they have an account or have come back', async () => {
    const { services } = instance;
    const eraseAgain = createEraseAgain(services, log);
    const customer = await instance.register();
    const [left, kept, back] = [
      await leaves(`${randomUUID()}@example.com`, away),
      await leaves(customer.email, services.vault),
      await leaves(`${randomUUID()}@example.com`, away),
    ];
    const email = (await services.accounts.emailOf(back)) ?? '';
    await instance.joinWaitlist(email);
    await eraseAgain();
    expect(kept).toBe(customer.id);
    expect(await services.vault.knownAmong([left, kept, back])).toEqual(expect.arrayContaining([kept, back]));
    expect(await services.vault.isKnown(left)).toBe(false);
    await services.accounts.register(email, 'waitlist', cause);
    await services.waitlistServices.waitlist.giveUpAddress(back, 'spec');
    expect(await services.vault.isKnown(back)).toBe(true);
    await leaves(email, away);
    await eraseAgain();
    expect(await services.vault.isKnown(back)).toBe(true);
  });
});
