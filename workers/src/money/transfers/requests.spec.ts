import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { initialState, type TradingAccount, type Transfer } from '@groundswell/domain/money';
import { describe, expect, it } from 'vitest';
import type { LoadedAccount } from '../../shared/accounts.js';
import {
  endedUnexplained,
  maybeAtBroker,
  pairsInDoubt,
  pairsOf,
  pairsToAccept,
  requestOf,
  unclearFor,
} from './requests.js';

const ours = { id: 't', bankLinkId: 'link', direction: 'incoming', amount: 500n } as Transfer;
const loaded = {
  state: {
    ...initialState,
    bankLinks: new Map([['link', { relationshipId: 'relationship' }]]),
  } as unknown as TradingAccount,
  events: [
    {
      type: 'TransferRequested',
      data: { transferId: 't' },
      metadata: { occurredAt: '2026-11-25T15:00:00.000Z' },
    },
  ],
} as unknown as LoadedAccount;

const made = (id: string, status: string): MadeTransfer => ({
  id,
  status,
  accountId: 'account',
  relationshipId: 'relationship',
  type: 'ach',
  direction: 'INCOMING',
  amount: '5.00',
  reason: undefined,
  createdAt: new Date('2026-11-25T15:00:20.000Z'),
  updatedAt: undefined,
  holdUntil: undefined,
});

describe('a transfer of the broker that may be ours', () => {
  it.each([
    ['the oldest', ['COMPLETE', 'QUEUED'], '0'],
    [
      'one that moves money, and never one that does not',
      ['CANCELED', 'REJECTED', 'RETURNED', 'PENDING'],
      '3',
    ],
    ['one in a status that we do not know', ['EXPIRED', 'SOMETHING_NEW'], '1'],
    // Someone may have made and canceled it at the broker: ours would be reported as canceled, and carried out late.
    ['none where all have ended without money', ['RETURNED', 'CANCELED'], undefined],
    ['none where there is none', [], undefined],
  ] as const)('is %s', (_, statuses, taken) => {
    const list = statuses.map((status, index) => made(String(index), status));
    expect(pairsOf(loaded, [ours], list).map(([, { id }]) => id)).toEqual(taken === undefined ? [] : [taken]);
  });

  it('is for one that just asked, one whose match has moved no money, one that waits, one that operators decided', () => {
    const each = (id: string, change: Partial<Transfer>) =>
      [id, { ...ours, id, status: 'requested', ...change }] as const;
    const decided = each('decided', { status: 'refused', submitting: false, doubted: true });
    const waiting = each('waiting', { submitting: false, doubted: false });
    const transfers = new Map<string, Transfer>([
      decided,
      each('refused', { status: 'refused', submitting: false, doubted: false }),
      waiting,
      each('matched', { submitting: true, matchedId: '9' }),
      each('asked', { submitting: true }),
    ]);
    const inOrder = ['asked', 'matched', 'waiting', 'decided'];
    expect(maybeAtBroker({ transfers }).map(({ id }) => id)).toEqual(inOrder);

    // Restored copies may have lost that the one that waits was sent: what it made is not found for another one.
    const state = { ...loaded.state, transfers: new Map<string, Transfer>([decided, waiting]) };
    const [request] = loaded.events;
    const events = ['decided', 'waiting'].map((transferId) => ({ ...request, data: { transferId } }));
    const found = (...list: readonly MadeTransfer[]) =>
      pairsInDoubt({ state, events } as unknown as LoadedAccount, list).map(([{ id }, row]) => [id, row.id]);
    expect(found(made('0', 'COMPLETE'))).toEqual([]);
    expect(found(made('0', 'COMPLETE'), made('1', 'COMPLETE'))).toEqual([['decided', '1']]);
  });

  it('is not taken where it may have brought money that was counted without it, unless there is one for each', () => {
    const counted = { ...ours, id: 'counted', doubted: true, submitting: false, settled: true } as Transfer;
    const lookedFor = { ...ours, id: 'looked-for', submitting: true } as Transfer;
    const state = {
      ...loaded.state,
      transfers: new Map([counted, lookedFor].map((each) => [each.id, each])),
    };
    const [request] = loaded.events;
    const on = (type: string, transferId: string, occurredAt: string) => ({
      ...{ type, data: { transferId }, metadata: { occurredAt } },
    });
    const events = [
      ...[counted, lookedFor].map(({ id: transferId }) => ({ ...request, data: { transferId } })),
      on('TransferSettled', 'counted', '2026-11-25T18:00:00.000Z'),
    ];
    const all = { state, events } as unknown as LoadedAccount;
    const found = (...list: readonly MadeTransfer[]) =>
      pairsInDoubt(all, list).map(([{ id }, row]) => [id, row.id]);
    const [early, next] = [made('0', 'COMPLETE'), made('1', 'COMPLETE')];
    expect(found(early)).toEqual([]);
    const onceEach = [
      ['looked-for', '0'],
      ['counted', '1'],
    ];
    expect(found(early, next)).toEqual(onceEach);
    // What was made after the money was counted did not bring it. The broker's clock may be a day ahead of ours.
    const madeAt = (createdAt: string) => ({ ...early, createdAt: new Date(createdAt) });
    expect(found(madeAt('2026-11-26T18:00:00.000Z'))).toEqual([]);
    const late = madeAt('2026-11-26T18:00:00.001Z');
    expect(found(late)).toEqual([['looked-for', '0']]);
    expect(pairsToAccept(all, [lookedFor], [early])).toEqual([]);
    // Operators are told of it.
    const told = (...list: readonly MadeTransfer[]) =>
      unclearFor(all, lookedFor, list).map(({ made: { id }, counted }) => [id, counted]);
    expect(told(early, made('1', 'CANCELED'))).toEqual([
      ['0', ['counted']],
      ['1', []],
    ]);
    expect([told(early, next), told(late)]).toEqual([[], []]);
    // Once operators have said that the other one was not made, it is the counted one's, whichever was requested first.
    const refused = { ...lookedFor, status: 'refused', submitting: false, doubted: true } as Transfer;
    const decided = new Map([refused, counted].map((each) => [each.id, each]));
    const pairs = pairsInDoubt({ ...all, state: { ...state, transfers: decided } }, [early]);
    expect(pairs.map(([{ id }]) => id)).toEqual(['counted']);
    const madeLater = pairsInDoubt({ ...all, state: { ...state, transfers: decided } }, [late]);
    expect(madeLater.map(([{ id }]) => id)).toEqual(['looked-for']);
  });

  it('was not made a day before it was requested, though another was requested by then', () => {
    const request = (transferId: string, day: number) => ({
      ...{ type: 'TransferRequested', data: { transferId } },
      metadata: { occurredAt: `2026-11-${day}T15:00:00.000Z` },
    });
    const events = [request('u', 20), request('t', 27)];
    const list = [made('0', 'COMPLETE')];
    expect(pairsOf({ ...loaded, events } as unknown as LoadedAccount, [ours], list)).toEqual([]);
  });

  it('is asked for in the direction and over the bank that the person chose', () => {
    const request = { relationshipId: 'relationship', direction: 'INCOMING', amount: '5.00' };
    expect(requestOf(loaded.state, ours)).toEqual(request);
    expect(requestOf(loaded.state, { ...ours, direction: 'outgoing' })).toEqual({
      ...request,
      direction: 'OUTGOING',
    });
    expect(requestOf(loaded.state, { ...ours, bankLinkId: 'gone' })).toBeUndefined();
  });

  it('is not one that another of ours is already', () => {
    const known = { ...ours, id: 'u', brokerTransferId: '0' };
    const state = { ...loaded.state, transfers: new Map([['u', known]]) };
    const found = pairsOf({ ...loaded, state }, [ours], [made('0', 'COMPLETE'), made('1', 'COMPLETE')]);
    expect(found.map(([, { id }]) => id)).toEqual(['1']);
  });

  it('is not the one that it was matched with before, unless that has moved its money after all', () => {
    const again = { ...ours, matchedId: '0' };
    const idsIn = (status: string) => pairsOf(loaded, [again], [made('0', status)]).map(([, { id }]) => id);
    expect([idsIn('PENDING'), idsIn('COMPLETE')]).toEqual([[], ['0']]);
    const beside = { ...loaded.state, transfers: new Map([['t', again]]) };
    expect(pairsOf({ ...loaded, state: beside }, [again], [made('0', 'COMPLETE')])).toHaveLength(1);
    const state = { ...loaded.state, transfers: new Map([['u', { ...again, id: 'u' }]]) };
    expect(pairsOf({ ...loaded, state }, [ours], [made('0', 'PENDING')])).toEqual([]);
  });

  describe('for one that operators ended', () => {
    const ended = { ...ours, doubted: true, submitting: false, status: 'refused' } as Transfer;
    const on = (day: number, type: string) => ({
      ...{ type, data: { transferId: 't' } },
      metadata: { occurredAt: `2026-11-${day}T15:00:00.000Z` },
    });
    const takes = (day: number, transfer: Transfer, ...events: object[]) => {
      const list = [{ ...made('0', 'PENDING'), createdAt: new Date(`2026-11-${day}T14:00:00.000Z`) }];
      const all = { ...loaded, events: [...loaded.events, ...events] } as unknown as LoadedAccount;
      return pairsOf(all, [transfer], list).length > 0;
    };
    const sent = on(25, 'TransferSubmissionStarted');

    it('is made within two days of the last attempt: a later one is someone else’s', () => {
      expect([takes(27, ended, sent), takes(28, ended, sent)]).toEqual([true, false]);
      expect(takes(29, ended, sent, on(27, 'TransferSubmissionStarted'))).toBe(true);
      const another = { ...on(27, 'TransferSubmissionStarted'), data: { transferId: 'u' } };
      expect(takes(29, ended, sent, another)).toBe(false);
      // Until then any that appears may be the answer, however late.
      expect(takes(30, { ...ended, submitting: true, status: 'requested' }, sent)).toBe(true);
      // Nor is one that waits limited: if the log is an older copy, it may have been sent at any time.
      expect(takes(30, { ...ours, submitting: false, doubted: false, status: 'requested' })).toBe(true);
    });

    it('may have come back if its money was counted without it, and is otherwise the one that moves money', () => {
      const counted = { ...ended, status: 'available', settled: true } as Transfer;
      const counting = { ...loaded, events: [...loaded.events, on(26, 'TransferSettled')] };
      const all = counting as unknown as LoadedAccount;
      const idsIn = (transfer: Transfer, updatedOn: number, ...statuses: string[]) => {
        const updatedAt = new Date(`2026-11-${updatedOn}T15:00:00.000Z`);
        const list = statuses.map((status, index) => ({ ...made(String(index), status), updatedAt }));
        return pairsOf(all, [transfer], list).map(([, { id }]) => id);
      };
      expect(idsIn(counted, 27, 'CANCELED', 'RETURNED')).toEqual(['1']);
      expect(idsIn(counted, 27, 'RETURNED', 'COMPLETE')).toEqual(['1']);
      expect(idsIn(counted, 27, 'CANCELED', 'REJECTED')).toEqual([]);
      expect(idsIn(ended, 27, 'RETURNED')).toEqual([]);
      // What had been returned before the money was counted is another one.
      expect(idsIn(counted, 25, 'RETURNED')).toEqual([]);
      expect(pairsOf(all, [counted], [made('0', 'RETURNED')])).toEqual([]);
    });

    it('is measured from an attempt that was sent, and not from one that only marks doubt after a match', () => {
      const again = [on(26, 'TransferMatched'), on(29, 'TransferSubmissionStarted')];
      expect([takes(27, ended, sent, ...again), takes(29, ended, sent, ...again)]).toEqual([true, false]);
    });
  });

  describe('and ended without money', () => {
    const waiting = { ...ours, id: 'waiting' };
    const decided = { ...ours, doubted: true, submitting: false, status: 'refused' } as Transfer;
    const endedBeside = (
      others: readonly Transfer[],
      list: readonly MadeTransfer[],
      ...more: readonly object[]
    ) => {
      const state = { ...loaded.state, transfers: new Map(others.map((other) => [other.id, other])) };
      const request = loaded.events[0] as object;
      const requests = [...others, waiting].map(({ id }) => ({ ...request, data: { transferId: id } }));
      const all = { state, events: [...requests, ...more] } as unknown as LoadedAccount;
      return endedUnexplained(all, waiting, list).map(({ id }) => id);
    };

    it('is left to those in doubt, one each, before it keeps another from being sent', () => {
      const ended = [made('0', 'REJECTED'), made('1', 'RETURNED')];
      expect(endedBeside([], ended)).toEqual(['0', '1']);
      expect(endedBeside([], [made('0', 'PENDING'), made('1', 'RETURNED')])).toEqual(['1']);
      // The one that is to be sent explains none itself.
      expect(endedBeside([{ ...waiting, status: 'requested' }], ended)).toEqual(['0', '1']);
      expect(endedBeside([decided], ended)).toEqual(['1']);
      expect(endedBeside([decided, { ...decided, id: 'u' }], ended)).toEqual([]);
      // One of another amount explains none, and neither does one that has its own.
      expect(endedBeside([{ ...decided, amount: 600n }], ended)).toEqual(['0', '1']);
      expect(endedBeside([decided], [...ended, made('2', 'COMPLETE')])).toEqual(['0', '1']);
      const counted = { ...decided, status: 'available', settled: true } as Transfer;
      const count = { type: 'TransferSettled', data: { transferId: 't' } };
      const early = { ...count, metadata: { occurredAt: '2026-11-25T15:00:10.000Z' } };
      expect(endedBeside([counted], ended, early)).toEqual(['0']);
      expect(endedBeside([counted], [made('0', 'REJECTED')], early)).toEqual(['0']);
    });

    it.each([
      ['14:59', ['0']],
      ['15:05', []],
    ])(
      'is not of another one if it was made after this one was requested, at %s: it may be this one’s',
      (requested, left) => {
        const requestedOf = (id: string, at: string) => ({
          ...{ type: 'TransferRequested', data: { transferId: id } },
          metadata: { occurredAt: `2026-11-25T${at}:00.000Z` },
        });
        const state = { ...loaded.state, transfers: new Map([[decided.id, decided]]) };
        const events = [requestedOf('t', '14:50'), requestedOf('waiting', requested)];
        const all = { state, events } as unknown as LoadedAccount;
        expect(endedUnexplained(all, waiting, [made('0', 'CANCELED')]).map(({ id }) => id)).toEqual(left);
      },
    );

    it.each(['TransferRefused', 'TransferCanceled.v2'])(
      'is not of one that had ended before it was made: %s',
      (type) => {
        const row = made('0', 'CANCELED');
        const end = (occurredAt: string, transferId = 't') => ({
          ...{ type, data: { transferId }, metadata: { occurredAt } },
        });
        const [before, after] = [end('2026-11-25T15:00:19.000Z'), end('2026-11-25T15:00:21.000Z')];
        expect(endedBeside([decided], [row], before)).toEqual(['0']);
        expect(endedBeside([decided], [row], after)).toEqual([]);
        expect(endedBeside([decided], [row], after, { ...before, data: { transferId: 'u' } })).toEqual([]);
        // In doubt again, it may have made any.
        expect(endedBeside([{ ...decided, submitting: true }], [row], before)).toEqual([]);
      },
    );
  });
});
