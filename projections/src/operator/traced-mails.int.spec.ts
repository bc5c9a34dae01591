import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { secondMailId } from '@groundswell/platform';
import { expect, it } from 'vitest';
import { conceptCreated } from '../specification/events.js';
import { shareStack } from '../specification/shared-stack.js';
import { carryOut } from './spec-kit/carry-out.js';

const shared = shareStack();
const trace = (correlationId: string, more: Readonly<Record<string, string>> = {}) =>
  carryOut(['trace', correlationId], { ...shared.variables, ...more });

it('trace shows what became of each mail about an event, or notes that it could not look', async () => {
  const [conceptId, correlationId] = [randomUUID(), randomUUID()];
  const { id, ...event } = conceptCreated(conceptId, 'Ocean');
  await shared.eventStore.append(
    streamOf('concept', conceptId),
    [{ ...event, id, metadata: { ...event.metadata, correlationId, causationId: correlationId } }],
    { expectedRevision: 'no_stream' },
  );
  const noteOf = async (more?: Readonly<Record<string, string>>) => (await trace(correlationId, more)).notes;
  // Workers have never run.
  expect(await noteOf()).toBe('');
  await shared.database.query(
    'CREATE SCHEMA mail; CREATE TABLE mail.mail (event_id uuid, kind text, state text, changed_at timestamptz)',
  );
  await shared.database.query(
    `INSERT INTO mail.mail VALUES ($1, 'confirm address', 'sent', now()), ($2, 'address change asked for', 'waiting', now())`,
    [id, secondMailId(id, 'address change asked for')],
  );
  const { out } = await trace(correlationId);
  expect(out).toMatch(/ {2}mail sent +mail "confirm address" +workers/);
  expect(out).toMatch(/ {2}mail waiting +mail "address change asked for" +workers/);
  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/nothing' };
  expect(await noteOf(away)).toBe('PostgreSQL cannot be reached: mails were not checked.\n');
});
