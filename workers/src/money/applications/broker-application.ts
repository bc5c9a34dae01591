import type { Broker } from '@groundswell/broker';
import {
  type AgreementRecord,
  type ApplicationAnswers,
  agreementRecordSchema,
  applicationAnswersSchema,
} from '@groundswell/contracts';
import { ipv4Of } from './ipv4.js';

type BrokerApplication = Parameters<Broker['accounts']['create']>[0];

/** The application's answers from the vault. @throws when they do not match the current schema */
export const answersOf = (json: string): ApplicationAnswers =>
  applicationAnswersSchema.parse(JSON.parse(json));

/** The agreement from the vault. @throws when it does not match the current schema */
export const agreementOf = (json: string): AgreementRecord => agreementRecordSchema.parse(JSON.parse(json));

/** An application in the broker's format. Pure. @param ssn nine digits */
export const brokerApplicationOf = (
  answers: ApplicationAnswers,
  ssn: string,
  agreement: AgreementRecord,
): BrokerApplication => {
  const disclosed = (name: string): boolean => answers.disclosure_agreements.includes(name);
  return {
    contact: {
      email: answers.email,
      phone: answers.phone,
      streetAddress: [answers.street_address],
      city: answers.city,
      state: answers.state,
      postalCode: answers.zip_code,
      country: 'USA',
    },
    identity: {
      givenName: answers.first_name,
      familyName: answers.last_name,
      dateOfBirth: answers.dob,
      taxId: ssn,
      taxIdType: 'USA_SSN',
      countryOfTaxResidence: 'USA',
      fundingSource: [answers.funding_source],
    },
    disclosures: {
      isControlPerson: disclosed('is_control_person'),
      isAffiliatedExchangeOrFinra: disclosed('is_affiliated_exchange_or_finra'),
      isPoliticallyExposed: disclosed('is_politically_exposed'),
      immediateFamilyExposed: disclosed('immediate_family_exposed'),
      employmentStatus: answers.employment_status,
    },
    agreements: [
      {
        agreement: 'customer_agreement',
        signedAt: new Date(agreement.agreedAt),
        ipAddress: ipv4Of(agreement.ipAddress),
        revision: agreement.version,
      },
    ],
  };
};
