import { z } from 'zod';

const text = z.string();
const amount = z.union([z.number(), z.string()]).nullish();

const contact = z.object({
  email_address: text,
  phone_number: text.nullish(),
  street_address: z.array(text).min(1).max(3),
  unit: text.optional(),
  city: text,
  state: text.optional(),
  postal_code: text.optional(),
  country: text.optional(),
});

const identity = z.object({
  given_name: text,
  middle_name: text.optional(),
  family_name: text,
  date_of_birth: text,
  tax_id: text.optional(),
  tax_id_type: text,
  country_of_citizenship: text.optional(),
  country_of_birth: text.optional(),
  country_of_tax_residence: text,
  funding_source: z
    .array(
      z.enum(['employment_income', 'investments', 'inheritance', 'business_income', 'savings', 'family']),
    )
    .min(1),
  annual_income_min: amount,
  annual_income_max: amount,
  liquid_net_worth_min: amount,
  liquid_net_worth_max: amount,
  total_net_worth_min: amount,
  total_net_worth_max: amount,
});

// Lower case in the specification; Alpaca's own Python client sends upper case.
const employmentStatus = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.enum(['unemployed', 'employed', 'student', 'retired']),
);

const disclosures = z.object({
  is_control_person: z.boolean(),
  is_affiliated_exchange_or_finra: z.boolean(),
  is_politically_exposed: z.boolean(),
  immediate_family_exposed: z.boolean(),
  employment_status: employmentStatus.optional(),
  employer_name: text.optional(),
  employer_address: text.optional(),
  employment_position: text.optional(),
});

const agreement = z.object({
  agreement: z.enum([
    'margin_agreement',
    'account_agreement',
    'customer_agreement',
    'crypto_agreement',
    'options_agreement',
  ]),
  signed_at: text,
  ip_address: text,
  revision: text.optional(),
});

/** The body of `POST /v1/accounts`, as far as the sandbox looks at it. What else is sent is tolerated and dropped. */
export const applicationSchema = z.object({
  account_type: z.enum(['trading']).default('trading'),
  enabled_assets: z.array(z.enum(['us_equity', 'us_option', 'crypto', 'ipo'])).default(['us_equity']),
  contact,
  identity,
  disclosures,
  agreements: z.array(agreement).min(1),
  /** Alpaca's own fixture: `/fixtures/status=ACTION_REQUIRED/fixtures/` decides where the review ends. */
  additional_information: text.optional(),
});
export type Application = z.output<typeof applicationSchema>;

/** What the broker keeps of an application, and echoes. */
export interface KeptApplication {
  readonly enabled_assets: Application['enabled_assets'];
  readonly contact: Application['contact'];
  readonly identity: Omit<Application['identity'], 'tax_id'>;
  readonly disclosures: Application['disclosures'];
  readonly agreements: readonly (Application['agreements'][number] & { readonly revision: string })[];
}

/** The tax id has served once it was checked; it is not kept in any form. */
export const keptOf = (application: Application): KeptApplication => {
  const { tax_id: _checked, ...known } = application.identity;
  return {
    enabled_assets: application.enabled_assets,
    contact: application.contact,
    identity: known,
    disclosures: application.disclosures,
    agreements: application.agreements.map((signed) => ({
      ...signed,
      revision: signed.revision ?? '22.2024.08',
    })),
  };
};
