import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { openVault } from '@groundswell/platform/vault';
import { expect, it } from 'vitest';
import { tradingAccount } from '../read-models/trading-account/trading-account.js';
import { newEvent } from '../specification/events.js';
import { shareStack } from '../specification/shared-stack.js';
import { carryOut } from './spec-kit/carry-out.js';

const shared = shareStack();
const eventually = { timeout: 20_000, interval: 50 };
const day = 86_400_000;

it('status tells what waits for someone: names of bank owners, overdue personal data, mails that were given up', async () => {
  const { database, eventStore } = shared;
  await eventStore.append(
    streamOf('tradingAccount', 'ann'),
    [
      newEvent('BankLinkRequested', {
        bankLinkId: 'b1',
        accountType: 'checking',
        ending: '1234',
        replaces: null,
      }),
      newEvent('BankOwnerQuestioned', { bankLinkId: 'b1' }),
    ],
    { expectedRevision: 'no_stream' },
  );
  await shared.keep(tradingAccount);
  const status = async () => (await carryOut(['status'], shared.variables)).out;
  await expect
    .poll(status, eventually)
    .toContain('\n  1 bank owner’s name is waiting for an answer: bank-owner list\n');
  expect(await status()).not.toMatch(/personal data|given up/);

  const vault = await openVault({ database, masterKeys: [{ version: 1, key: Buffer.alloc(32, 1) }] });
  await vault.put(randomUUID(), { note: { value: 'x', expiresAt: new Date(Date.now() - day) } });
  await database.query(`CREATE SCHEMA mail;
    CREATE TABLE mail.mail (state text, changed_at timestamptz);
    INSERT INTO mail.mail VALUES ('gave up', now()), ('gave up', now() - interval '31 days'), ('sent', now())`);
  const found = await status();
  expect(found).toContain(
    '\n  1 value of personal data should have been deleted: is the command service running?\n',
  );
  expect(found).not.toContain('may not have been sent');
  await database.query(`INSERT INTO mail.mail VALUES ('handed over', now()),
    ('handed over', now() - interval '1 hour'), ('handed over', '2026-03-02T15:00:00Z')`);
  expect(await status()).toContain(
    '\n  2 emails may not have been sent, the oldest since 2026-03-02T15:00:00.000Z: mails unknown\n',
  );
  expect(found).toContain('\n\n1 email was refused in the last 30 days and given up: jobs failed --all\n\n');
});
