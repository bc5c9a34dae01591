import type { TradingAccountEvent } from '@groundswell/contracts';
import { expect, it } from 'vitest';
import { given, linked, linkRequested, stateAfter } from '../spec-kit/history.js';

const about = (bankLinkId: string): TradingAccountEvent[] => [
  { type: 'BankLinkRemovalRequested', data: { bankLinkId } },
  { type: 'BankLinkRemoved', data: { bankLinkId } },
];
const [oldHasToGo] = about('bank');

it('the old link is marked to end, and ends even when the new one is removed at once', () => {
  const history = [...linked, linkRequested('bank-2', 'bank'), ...(oldHasToGo ? [oldHasToGo] : [])];
  given(history).when({ type: 'RemoveBankLink', bankLinkId: 'bank-2', proven: true }).then(about('bank-2'));
  expect(stateAfter(history, about('bank-2')).bankLinks.get('bank')?.stage).toBe('removing');
});
