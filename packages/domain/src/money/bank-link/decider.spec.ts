import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import {
  active,
  atBroker,
  deposited,
  given,
  linkAccepted,
  linked,
  linkRequested,
  linkSubmitting,
  requested,
  stateAfter,
  statusAfter,
  taken,
} from '../spec-kit/history.js';

const link = (bankLinkId: string, replaces?: string) => ({
  type: 'RequestBankLink' as const,
  look: { proven: true, ownerMatches: true, withdrawableFrom: null },
  bankLinkId,
  accountType: 'checking' as const,
  ending: '6789',
  replaces,
});
const remove = { type: 'RemoveBankLink', bankLinkId: 'bank', proven: true } as const;
const removalRequested: TradingAccountEvent = {
  type: 'BankLinkRemovalRequested',
  data: { bankLinkId: 'bank' },
};
const removed: TradingAccountEvent = { type: 'BankLinkRemoved', data: { bankLinkId: 'bank' } };
const refused: TradingAccountEvent = {
  type: 'BankLinkRefused',
  data: { bankLinkId: 'bank', code: 'bank_routing_number' },
};
const ended: TradingAccountEvent = {
  type: 'BankLinkStatusReported',
  data: { bankLinkId: 'bank', status: 'REJECTED', reason: null, reportedAt: '2026-03-02T15:00:00.000Z' },
};
const start = (bankLinkId: string) => ({ type: 'StartBankLinkSubmission' as const, bankLinkId });
const _report = (status: string, reportedAt = '2026-03-02T15:00:00.000Z') => ({
  type: 'ReportBankLinkStatus' as const,
  bankLinkId: 'bank',
  status,
  reason: null,
  reportedAt,
});

describe('linking a bank account', () => {
  it('records the type and the last four digits', () => {
    given(active)
      .when(link('bank'))
      .then([linkRequested('bank')]);
  });

  it('decides nothing the second time', () => {
    given(linked).when(link('bank')).then([]);
  });

  it('needs an account that is active', () => {
    given(atBroker).when(link('bank')).thenRefused('TradingAccountNotReady');
    given([]).when(link('bank')).thenRefused('TradingAccountNotReady');
  });

  it.each([
    ['waits', [...active, linkRequested('bank')]],
    ['is on its way to the broker', [...active, linkRequested('bank'), linkSubmitting('bank')]],
    ['is there', linked],
  ])('is refused while another link %s', (_how, history) => {
    given(history).when(link('bank-2')).thenRefused('BankLinkExists');
  });

  it('is possible again after the broker refused, or after the link was removed', () => {
    given(active, [linkRequested('bank'), linkSubmitting('bank'), refused])
      .when(link('bank-2'))
      .then([linkRequested('bank-2')]);
    given(linked, [removalRequested])
      .when(link('bank-2'))
      .then([linkRequested('bank-2')]);
    given(linked, [removalRequested, removed])
      .when(link('bank-2'))
      .then([linkRequested('bank-2')]);
  });
});

describe('replacing a bank link', () => {
  it('is possible again after an earlier one was replaced or removed', () => {
    const second = [linkRequested('bank-2', 'bank'), removalRequested, removed];
    given(linked, second)
      .when(link('bank-3', 'bank-2'))
      .then([linkRequested('bank-3', 'bank-2'), { type: 'BankLinkRemoved', data: { bankLinkId: 'bank-2' } }]);
  });

  it('takes it out of use at once, and keeps it in history', () => {
    given(linked)
      .when(link('bank-2', 'bank'))
      .then([linkRequested('bank-2', 'bank'), removalRequested]);
    expect(statusAfter(linked, [linkRequested('bank-2', 'bank'), removalRequested])).toBe('replaced');
  });

  it('removes a link that never reached the broker', () => {
    given(active, [linkRequested('bank')])
      .when(link('bank-2', 'bank'))
      .then([linkRequested('bank-2', 'bank'), removed]);
    expect(statusAfter(active, [linkRequested('bank'), linkRequested('bank-2', 'bank'), removed])).toBe(
      'replaced',
    );
  });

  it('corrects a link that the broker refused', () => {
    const history = [...active, linkRequested('bank'), linkSubmitting('bank'), refused];
    given(history)
      .when(link('bank-2', 'bank'))
      .then([linkRequested('bank-2', 'bank')]);
    expect(statusAfter(history, [linkRequested('bank-2', 'bank')])).toBe('refused');
  });

  it('leaves a link alone that the broker has ended on its own', () => {
    given(linked, [ended])
      .when(link('bank-2', 'bank'))
      .then([linkRequested('bank-2', 'bank')]);
    const account = stateAfter(linked, [ended, linkRequested('bank-2', 'bank')]);
    expect(account.bankLinks.get('bank')).toMatchObject({ stage: 'accepted', replacedBy: 'bank-2' });
    given(linked, [ended, linkRequested('bank-2', 'bank')])
      .when(start('bank-2'))
      .then([linkSubmitting('bank-2')]);
  });

  it.each([
    ['there is no such link', linked, 'elsewhere', 'BankLinkNotFound'],
    ['it is being removed', [...linked, removalRequested], 'bank', 'BankLinkNotFound'],
    ['it was removed', [...linked, removalRequested, removed], 'bank', 'BankLinkNotFound'],
    [
      'the broker is being asked',
      [...active, linkRequested('bank'), linkSubmitting('bank')],
      'bank',
      'BankLinkNotReady',
    ],
    ['a transfer is under way on it', [...linked, ...taken('t', '10.00')], 'bank', 'BankLinkInUse'],
    [
      'another one has taken its place',
      [...linked, linkRequested('bank-2', 'bank')],
      'bank',
      'BankLinkExists',
    ],
  ] as const)('is refused when %s', (_when, history, replaces, code) => {
    given(history).when(link('bank-3', replaces)).thenRefused(code);
  });
});

describe('removing a bank link', () => {
  it('is requested from the broker', () => {
    given(linked).when(remove).then([removalRequested]);
    expect(statusAfter(linked, [removalRequested])).toBe('removed');
    given(linked, deposited('t', '10.00')).when(remove).then([removalRequested]);
  });

  it('happens at once when the broker never had the link', () => {
    given(active, [linkRequested('bank')])
      .when(remove)
      .then([removalRequested, removed]);
  });

  it('decides nothing when there is nothing left to remove', () => {
    given(linked, [removalRequested]).when(remove).then([]);
    given(linked, [removalRequested, removed]).when(remove).then([]);
    given(active, [linkRequested('bank'), linkSubmitting('bank'), refused])
      .when(remove)
      .then([]);
  });

  it('is refused while a transfer through it is pending, or the broker is being asked', () => {
    given(linked, [requested('t', '10.00')])
      .when(remove)
      .thenRefused('BankLinkInUse');
    given(linked, taken('t', '10.00')).when(remove).thenRefused('BankLinkInUse');
    given(linked, taken('t', '10.00'), [ended, linkRequested('bank-2')])
      .when({ ...remove, bankLinkId: 'bank-2' })
      .then([
        { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'bank-2' } },
        { type: 'BankLinkRemoved', data: { bankLinkId: 'bank-2' } },
      ]);
    given(active, [linkRequested('bank'), linkSubmitting('bank')])
      .when(remove)
      .thenRefused('BankLinkNotReady');
    given(linked)
      .when({ ...remove, bankLinkId: 'elsewhere' })
      .thenRefused('BankLinkNotFound');
  });

  it('is known to be done once', () => {
    const done = { type: 'RecordBankLinkRemoved', bankLinkId: 'bank' } as const;
    given(linked, [removalRequested]).when(done).then([removed]);
    given(linked, [removalRequested, removed]).when(done).then([]);
    given(linked).when(done).then([]);
  });
});

describe('a bank link being sent to the broker', () => {
  const asked = [...active, linkRequested('bank')];
  it('passes the fence once', () => {
    const fence = linkSubmitting('bank');
    given(asked).when(start('bank')).then([fence]);
    given(asked, [fence]).when(start('bank')).then([]);
  });

  it('does not start once it is over', () => {
    for (const over of [
      linked,
      [...asked, removalRequested, removed],
      [...asked, linkRequested('bank-2', 'bank'), removed],
      [...asked, linkSubmitting('bank'), refused],
    ])
      given(over).when(start('bank')).thenRefused('BankLinkNotFound');
  });

  it('waits until the link it replaces has ended there', () => {
    const replacing = [...linked, linkRequested('bank-2', 'bank')];
    given(replacing).when(start('bank-2')).thenRefused('BankLinkExists');
    given(replacing, [removed])
      .when(start('bank-2'))
      .then([linkSubmitting('bank-2')]);
  });

  it('is accepted or refused once', () => {
    const submitting = [...asked, linkSubmitting('bank')];
    const accept = {
      type: 'RecordBankLinkAccepted',
      bankLinkId: 'bank',
      relationshipId: 'relationship of bank',
      status: 'QUEUED',
    } as const;
    const refuse = {
      type: 'RecordBankLinkRefused',
      bankLinkId: 'bank',
      code: 'bank_routing_number',
    } as const;
    given(submitting)
      .when(accept)
      .then([linkAccepted('bank')]);
    given(submitting).when(refuse).then([refused]);
    given(asked).when(refuse).then([refused]);
    given(linked).when(accept).then([]);
    given(linked).when(refuse).then([]);
    given(submitting, [refused]).when(accept).then([]);
  });
});
