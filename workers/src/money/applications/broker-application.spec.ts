import type { ApplicationAnswers } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { brokerApplicationOf } from './broker-application.js';

const answers = {
  first_name: 'Ada',
  last_name: 'Byron',
  dob: '1990-02-28',
  email: 'ada@example.com',
  phone: '+12125550100',
  street_address: '1 Main St',
  city: 'Albany',
  state: 'NY',
  zip_code: '12207',
  funding_source: 'savings',
  employment_status: 'employed',
  disclosure_agreements: [],
} as unknown as ApplicationAnswers;
const agreement = { agreedAt: '2026-03-02T15:00:00.000Z', ipAddress: '::ffff:203.0.113.7', version: '3' };
const sent = (disclosed: readonly string[] = []) =>
  brokerApplicationOf(
    { ...answers, disclosure_agreements: disclosed } as ApplicationAnswers,
    '123456789',
    agreement,
  );

describe('an application in the broker’s format', () => {
  it('says who the person is, where they live, and what they agreed to when and from where', () => {
    expect(sent()).toMatchObject({
      contact: {
        email: 'ada@example.com',
        phone: '+12125550100',
        streetAddress: ['1 Main St'],
        city: 'Albany',
        state: 'NY',
        postalCode: '12207',
        country: 'USA',
      },
      identity: {
        givenName: 'Ada',
        familyName: 'Byron',
        dateOfBirth: '1990-02-28',
        taxId: '123456789',
        taxIdType: 'USA_SSN',
        countryOfTaxResidence: 'USA',
        fundingSource: ['savings'],
      },
      agreements: [
        {
          agreement: 'customer_agreement',
          signedAt: new Date('2026-03-02T15:00:00.000Z'),
          ipAddress: '203.0.113.7',
          revision: '3',
        },
      ],
    });
  });

  it.each([
    ['is_control_person', 'isControlPerson'],
    ['is_affiliated_exchange_or_finra', 'isAffiliatedExchangeOrFinra'],
    ['is_politically_exposed', 'isPoliticallyExposed'],
    ['immediate_family_exposed', 'immediateFamilyExposed'],
  ])('discloses %s, and nothing that the person did not', (answer, field) => {
    const none = {
      isControlPerson: false,
      isAffiliatedExchangeOrFinra: false,
      isPoliticallyExposed: false,
      immediateFamilyExposed: false,
      employmentStatus: 'employed',
    };
    expect(sent().disclosures).toEqual(none);
    expect(sent([answer]).disclosures).toEqual({ ...none, [field]: true });
  });
});
