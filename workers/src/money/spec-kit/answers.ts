import type { AgreementRecord, ApplicationAnswers } from '@groundswell/contracts';

/** What a person enters into an application. */
export const answersOf = (email: string): ApplicationAnswers => ({
  first_name: 'Ada',
  last_name: 'Byron',
  email,
  phone: '+15556667788',
  street_address: '20 N San Mateo Dr',
  city: 'San Mateo',
  state: 'CA',
  zip_code: '94401',
  dob: '1990-01-01',
  employment_status: 'employed',
  funding_source: 'employment_income',
  disclosure_agreements: [],
});

export const agreement: AgreementRecord = {
  version: '22.2024.08',
  agreedAt: '2026-01-02T03:04:05.000Z',
  ipAddress: '185.13.21.99',
};
