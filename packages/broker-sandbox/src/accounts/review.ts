import type { NewChange } from '../bank/records.js';
import type { Account, AccountStatus, KycResults } from './account.js';

/** An account with another status, and the event that says so. */
export const movedAccount = (
  account: Account,
  status: AccountStatus,
  at: number,
  kycResults: KycResults | undefined = account.kycResults,
): NewChange[] => [
  { account: { ...account, status, statusAt: at, kycResults } },
  {
    event: {
      stream: 'accounts',
      owner: account.owner,
      accountId: account.id,
      body: {
        account_id: account.id,
        account_number: account.number,
        status_from: account.status,
        status_to: status,
        ...(kycResults && kycResults !== account.kycResults && { kyc_results: kycResults }),
      },
    },
  },
];

const verdicts: readonly AccountStatus[] = ['ACTION_REQUIRED', 'APPROVAL_PENDING', 'REJECTED', 'SUBMITTED'];

/** What Alpaca's own fixture in an application asks for. */
export const fixtureOf = (information: string | undefined): AccountStatus | undefined => {
  const wanted = /\/fixtures\/status=([A-Z_]+)\/fixtures\//.exec(information ?? '')?.[1];
  return verdicts.find((status) => status === wanted);
};

const results = (summary: 'pass' | 'fail', found: Partial<KycResults> = {}): KycResults => ({
  reject: {},
  accept: {},
  indeterminate: {},
  ...found,
  summary,
});

const disclosed = ({ application: { disclosures } }: Account): KycResults | undefined => {
  const indeterminate = {
    ...(disclosures.is_control_person && { CONTROL_PERSON: {} }),
    ...(disclosures.is_affiliated_exchange_or_finra && { AFFILIATED: {} }),
    ...(disclosures.is_politically_exposed && { PEP: {} }),
    ...(disclosures.immediate_family_exposed && { FAMILY_MEMBER_PEP: {} }),
  };
  return Object.keys(indeterminate).length > 0 ? results('fail', { indeterminate }) : undefined;
};

/** The outcome of a review: any disclosure answered with yes requires documents first. */
const verdictOn = (account: Account, at: number): NewChange[] => {
  const wanted = account.fixture;
  if (wanted === 'ACTION_REQUIRED') {
    return movedAccount(
      account,
      wanted,
      at,
      results('fail', { indeterminate: { IDENTITY_VERIFICATION: {} } }),
    );
  }
  if (wanted) return movedAccount(account, wanted, at);
  const found = disclosed(account);
  if (found) return movedAccount(account, 'ACTION_REQUIRED', at, found);
  return movedAccount(account, 'APPROVED', at, results('pass'));
};

/** The next automatic step of an account; undefined while it waits for someone. */
export const nextOfAccount = (account: Account): ((at: number) => NewChange[]) | undefined => {
  if (account.status === 'SUBMITTED' && account.fixture !== 'SUBMITTED')
    return (at) => verdictOn(account, at);
  if (account.status === 'APPROVED') return (at) => movedAccount(account, 'ACTIVE', at);
  return undefined;
};
