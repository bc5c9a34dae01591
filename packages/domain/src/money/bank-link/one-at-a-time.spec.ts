import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TradingAccountCommand } from '../commands.js';
import { decide } from '../decider.js';
import { evolve } from '../evolve.js';
import { active, stateAfter } from '../spec-kit/history.js';
import type { BankLink, TradingAccount } from '../state.js';
import { isOwned } from './status.js';

const anyLink = fc.constantFrom('a', 'b', 'c', 'd');
const request = fc.tuple(anyLink, fc.option(anyLink, { nil: undefined })).map(
  ([bankLinkId, replaces]): TradingAccountCommand => ({
    type: 'RequestBankLink',
    look: { proven: true, ownerMatches: true, withdrawableFrom: null },
    bankLinkId,
    accountType: 'checking',
    ending: '6789',
    replaces,
  }),
);
const byId = fc
  .tuple(
    fc.constantFrom(
      'RemoveBankLink' as const,
      'StartBankLinkSubmission' as const,
      'StartBankLinkSubmission' as const,
      'RecordBankLinkRemoved' as const,
    ),
    anyLink,
  )
  .map(([type, bankLinkId]): TradingAccountCommand => ({ type, bankLinkId, proven: true }));
const outcome = fc.tuple(anyLink, fc.boolean()).map(
  ([bankLinkId, taken]): TradingAccountCommand =>
    taken
      ? {
          type: 'RecordBankLinkAccepted',
          bankLinkId,
          relationshipId: `at the broker: ${bankLinkId}`,
          status: 'QUEUED',
        }
      : { type: 'RecordBankLinkRefused', bankLinkId, code: 'x' },
);
/** A request and the submission that usually follows it. */
const requestAndSubmit = request.map((asked): TradingAccountCommand[] => {
  const bankLinkId = 'bankLinkId' in asked ? asked.bankLinkId : '';
  return [
    asked,
    { type: 'StartBankLinkSubmission', bankLinkId },
    { type: 'RecordBankLinkAccepted', bankLinkId, relationshipId: bankLinkId, status: 'QUEUED' },
  ];
});
const report = fc.tuple(anyLink, fc.constantFrom('APPROVED', 'REJECTED', 'CANCELED')).map(
  ([bankLinkId, status]): TradingAccountCommand => ({
    type: 'ReportBankLinkStatus',
    bankLinkId,
    status,
    reason: null,
    reportedAt: '2026-03-02T15:00:00.000Z',
  }),
);

/** A worker accepts only what it has submitted. */
const isPossible = ({ bankLinks }: TradingAccount, command: TradingAccountCommand): boolean =>
  command.type !== 'RecordBankLinkAccepted' || bankLinks.get(command.bankLinkId)?.stage === 'submitting';

/** Whether the broker has the link, or may have it. */
const isAtBroker = (link: BankLink): boolean =>
  link.stage === 'submitting' || link.stage === 'removing' || (link.stage === 'accepted' && isOwned(link));

it('a person never has two links, here or at the broker, whatever is requested in any order', {
  timeout: 60_000,
}, () => {
  let most = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          { arbitrary: requestAndSubmit, weight: 3 },
          { arbitrary: fc.oneof(request, byId, byId, outcome, report).map((one) => [one]), weight: 5 },
        ),
        { minLength: 20, maxLength: 60 },
      ),
      (steps) => {
        let account = stateAfter(active);
        for (const command of steps.flat()) {
          const decided = isPossible(account, command) ? decide(command, account) : [];
          account = 'refused' in decided ? account : decided.reduce(evolve, account);
          const links = [...account.bankLinks.values()];
          expect(links.filter(isOwned).length).toBeLessThan(2);
          expect(links.filter(isAtBroker).length).toBeLessThan(2);
          most = Math.max(most, links.length);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(most).toBeGreaterThan(2);
});
