import type { AccountApplication } from '../accounts/application.js';
import type { BankAccount } from '../bank-links/bank-links.js';
import type { Broker } from '../broker.js';
import { until } from './sandbox.js';

export const applicationOf = (email: string): AccountApplication => ({
  contact: {
    email,
    phone: '+15556667788',
    streetAddress: ['20 N San Mateo Dr'],
    city: 'San Mateo',
    state: 'CA',
    postalCode: '94401',
    country: 'USA',
  },
  identity: {
    givenName: 'Ada',
    familyName: 'Byron',
    dateOfBirth: '1990-01-01',
    taxId: '520-11-4207',
    taxIdType: 'USA_SSN',
    countryOfTaxResidence: 'USA',
    fundingSource: ['employment_income'],
  },
  disclosures: {
    isControlPerson: false,
    isAffiliatedExchangeOrFinra: false,
    isPoliticallyExposed: false,
    immediateFamilyExposed: false,
    employmentStatus: 'employed',
  },
  agreements: [
    {
      agreement: 'customer_agreement',
      signedAt: new Date('2026-01-02T03:04:05Z'),
      ipAddress: '185.13.21.99',
      revision: '22.2024.08',
    },
  ],
});

export const bankAccount: BankAccount = {
  ownerName: 'Ada Byron',
  type: 'CHECKING',
  accountNumber: '000123456789',
  routingNumber: '121000358',
};

/** Someone with an active account and a linked bank. */
export const customerOf = async (broker: Broker, email: string) => {
  const { id: account } = await broker.accounts.create(applicationOf(email));
  await until(
    () => broker.accounts.get(account),
    ({ status }) => status === 'ACTIVE',
  );
  const { id: link } = await broker.bankLinks.create(account, bankAccount);
  await until(
    () => broker.bankLinks.list(account),
    ([first]) => first?.status === 'APPROVED',
  );
  return { account, link };
};
