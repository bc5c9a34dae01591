import { calls, serviceOf } from '@groundswell/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountHolder, linkedHolder } from '../specification/account-holder.js';
import { runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
// A Monday, 10 a.m. in New York.
const monday = '2026-03-02T15:00:00.000Z';
let now = monday;
beforeAll(async () => {
  service = await runningService({ now: () => new Date(now) });
});
beforeEach(() => {
  now = monday;
});
afterAll(() => service.stop());

describe('the trading account', () => {
  it('does not exist before an application', async () => {
    expect(await (await accountHolder(service)).reads('/api/get_trading_account/')).toEqual({
      account: null,
    });
  });

  it('shows its status, and what the broker needs', async () => {
    const person = await accountHolder(service);
    await person.opens();
    await person.does({
      type: 'ReportAccountStatus',
      status: 'ACTION_REQUIRED',
      findings: ['TAX_IDENTIFICATION', 'ADDRESS'],
      reportedAt: '2026-03-02T15:00:00.000Z',
    });
    expect(await person.reads('/api/get_trading_account/')).toMatchObject({
      account: {
        status: 'restricted',
        broker_status: 'ACTION_REQUIRED',
        findings: ['ADDRESS', 'TAX_IDENTIFICATION'],
        refusal: null,
      },
    });
  });

  it('never becomes an application again once it was open, and keeps its opening day', async () => {
    const person = await accountHolder(service);
    await person.opens();
    const { account } = await person.reads<{ account: { opened_at: string } }>('/api/get_trading_account/');
    expect(account).toMatchObject({ status: 'active', opened_at: expect.stringMatching(/^\d{4}-.+Z$/) });
    const told = (status: string, reportedAt: string) =>
      person.does({ type: 'ReportAccountStatus', status, findings: [], reportedAt });
    await told('ACCOUNT_UPDATED', '2026-03-02T15:00:00.000Z');
    expect(await person.reads('/api/get_trading_account/')).toMatchObject({
      account: { status: 'under_review', opened_at: account.opened_at },
    });
    await told('ACTION_REQUIRED', '2026-03-02T15:01:00.000Z');
    expect(await person.reads('/api/get_trading_account/')).toMatchObject({
      account: { status: 'restricted', opened_at: account.opened_at },
    });
  });

  it('says why the broker refused the application, until it is sent again', async () => {
    const person = await accountHolder(service);
    const applied = { type: 'RequestTradingAccount', agreementVersion: '1' } as const;
    await person.does(
      { ...applied, applicationId: 'first' },
      { type: 'StartApplicationSubmission', applicationId: 'first' },
      { type: 'RecordApplicationRefused', applicationId: 'first', code: 'ADDRESS' },
    );
    expect(await person.reads('/api/get_trading_account/')).toMatchObject({
      account: { refusal: 'ADDRESS', broker_status: null },
    });
    await person.does({ ...applied, applicationId: 'second' });
    expect(await person.reads('/api/get_trading_account/')).toMatchObject({
      account: { status: 'requested', refusal: null },
    });
  });
});

describe('bank links', () => {
  it('are listed newest first, masked, with those that were replaced', async () => {
    const { person, link } = await linkedHolder(service);
    const next = await person.links('4321', link);
    expect(await person.reads('/api/get_ach_methods/')).toMatchObject([
      {
        id: next,
        name: 'Checking account',
        account_number: '••••4321',
        account_type: 'checking',
        status: 'approved',
        reason: null,
      },
      { id: link, account_number: '••••6789', status: 'replaced' },
    ]);
  });

  it('say from when on they can be withdrawn to, by the longer hold, and that a name is in question', async () => {
    const { person, link } = await linkedHolder(service);
    const [next, until, longer] = ['next', '2026-03-02T15:02:00.000Z', '2026-03-02T15:03:00.000Z'];
    await person.does({
      type: 'RequestBankLink',
      look: { proven: true, ownerMatches: false, withdrawableFrom: until },
      bankLinkId: `${next} of ${person.id}`,
      accountType: 'checking',
      ending: '4321',
      replaces: link,
    });
    const told = (withdrawable_from: string | null) => [
      { withdrawable_from, owner_in_question: true },
      { owner_in_question: false },
    ];
    expect(await person.reads('/api/get_ach_methods/')).toMatchObject(told(until));
    await person.does({ type: 'HoldWithdrawals', until: longer, cause: 'password reset' });
    expect(await person.reads('/api/get_ach_methods/')).toMatchObject(told(longer));
    // A browser's clock may be behind: it is not told of a hold that is over.
    now = longer;
    expect(await person.reads('/api/get_ach_methods/')).toMatchObject(told(null));
  });

  it('say why the bank refused one', async () => {
    const person = await accountHolder(service);
    await person.opens();
    const bankLinkId = 'refused by its bank';
    await person.does(
      {
        type: 'RequestBankLink',
        look: { proven: true, ownerMatches: true, withdrawableFrom: null },
        bankLinkId,
        accountType: 'savings',
        ending: '1111',
        replaces: undefined,
      },
      { type: 'StartBankLinkSubmission', bankLinkId },
      { type: 'RecordBankLinkRefused', bankLinkId, code: 'ROUTING_NUMBER' },
    );
    expect(await person.reads('/api/get_ach_methods/')).toMatchObject([
      { name: 'Savings account', status: 'refused', reason: 'ROUTING_NUMBER' },
    ]);
  });
});

describe('another person’s data', () => {
  const own = [
    ['/api/get_trading_account/', { account: null }],
    ['/api/get_ach_methods/', []],
    ['/api/get_ach_transfers/', { transfers: [], next: null }],
    ['/api/get_cash_activity/', { entries: [], next: null }],
    ['/api/get_cash_balance/', { cash_balance: '0.00', pending_in: '0.00', available: '0.00', as_of: null }],
    ['/api/get_transfer_terms/', { left_today: '50000.00', available: '0.00' }],
  ] as const;

  it('is requested below in every call for signed-in people; live changes have their own spec', () => {
    const asked = [
      ...own.map(([path]) => path),
      '/api/get_ach_transfer/',
      '/api/get_cash_activity_csv/',
      '/api/live_own/',
    ];
    const ours = Object.values(calls).filter(
      (call) => call.access === 'user' && serviceOf(call) === 'query-service',
    );
    expect(asked.toSorted()).toEqual(ours.map(({ path }) => path).toSorted());
  });

  it('is in no answer, and their transfers are not found', async () => {
    const { person: ann, link } = await linkedHolder(service);
    const deposit = await ann.moves('incoming', '250.00', link);
    const position = await ann.hears(deposit, 'COMPLETE');
    const bob = await accountHolder(service);
    const later = { 'read-after': position };
    for (const [path, nothing] of own) {
      const answer = await bob.asks(path, later);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect([path, await answer.json()]).toMatchObject([path, nothing]);
      expect(await ann.reads(path)).not.toMatchObject(nothing);
    }
    const path = `/api/get_ach_transfer/?transfer_id=${deposit}`;
    const answer = await bob.asks(path, later);
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'TransferNotFound' }]);
    expect(await ann.reads(path)).toMatchObject({ id: deposit });
    const file = await bob.asks('/api/get_cash_activity_csv/', later);
    expect(file.headers.get('cache-control')).toBe('no-store');
    const table = await file.text();
    expect(table.split('\r\n').filter(Boolean)).toHaveLength(1);
  });

  it('is not revealed by caching either, because each reader’s tag is unique to them', async () => {
    const { person: ann } = await linkedHolder(service);
    const first = await ann.asks('/api/get_trading_account/');
    const tag = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await ann.asks('/api/get_trading_account/', tag)).status).toBe(304);
    expect((await (await accountHolder(service)).asks('/api/get_trading_account/', tag)).status).toBe(200);
  });
});
