import { createLog, parseConfig } from '@groundswell/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from './config.js';
import { createEraseAgain } from './erase-again.js';
import { erasePerson } from './erase-person.js';
import { type Instance, type Person, startInstance } from './spec-kit/instance.js';
import { startCommandService } from './start.js';

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
