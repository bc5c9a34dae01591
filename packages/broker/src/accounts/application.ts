/** An application for an account. Names and values are Alpaca's, except for the case of the names. */
export interface AccountApplication {
  readonly contact: {
    readonly email: string;
    /** With the country's code: `+15556667788`. */
    readonly phone: string;
    /** One to three lines. */
    readonly streetAddress: readonly string[];
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
    /** ISO 3166-1 alpha-3, such as `USA`. */
    readonly country: string;
  };
  readonly identity: {
    readonly givenName: string;
    readonly familyName: string;
    /** `YYYY-MM-DD`. */
    readonly dateOfBirth: string;
    readonly taxId: string;
    /** `USA_SSN` and so on. */
    readonly taxIdType: string;
    readonly countryOfTaxResidence: string;
    readonly fundingSource: readonly string[];
  };
  readonly disclosures: {
    readonly isControlPerson: boolean;
    readonly isAffiliatedExchangeOrFinra: boolean;
    readonly isPoliticallyExposed: boolean;
    readonly immediateFamilyExposed: boolean;
    readonly employmentStatus: string;
  };
  readonly agreements: readonly {
    /** `customer_agreement` and so on. */
    readonly agreement: string;
    readonly signedAt: Date;
    /** IPv4. */
    readonly ipAddress: string;
    /** `22.2024.08`. */
    readonly revision: string;
  }[];
}

/** An application as the broker reads it. */
export const bodyOfApplication = ({ contact, identity, disclosures, agreements }: AccountApplication) => ({
  contact: {
    email_address: contact.email,
    phone_number: contact.phone,
    street_address: contact.streetAddress,
    city: contact.city,
    state: contact.state,
    postal_code: contact.postalCode,
    country: contact.country,
  },
  identity: {
    given_name: identity.givenName,
    family_name: identity.familyName,
    date_of_birth: identity.dateOfBirth,
    tax_id: identity.taxId,
    tax_id_type: identity.taxIdType,
    country_of_tax_residence: identity.countryOfTaxResidence,
    funding_source: identity.fundingSource,
  },
  disclosures: {
    is_control_person: disclosures.isControlPerson,
    is_affiliated_exchange_or_finra: disclosures.isAffiliatedExchangeOrFinra,
    is_politically_exposed: disclosures.isPoliticallyExposed,
    immediate_family_exposed: disclosures.immediateFamilyExposed,
    employment_status: disclosures.employmentStatus,
  },
  agreements: agreements.map(({ agreement, signedAt, ipAddress, revision }) => ({
    agreement,
    signed_at: signedAt.toISOString(),
    ip_address: ipAddress,
    revision,
  })),
});

/** All that an application tells of a person, so that no error repeats it. */
export const confidentialIn = ({ contact, identity, agreements }: AccountApplication): string[] => [
  contact.email,
  contact.phone,
  ...contact.streetAddress,
  contact.city,
  contact.postalCode,
  identity.givenName,
  identity.familyName,
  identity.dateOfBirth,
  identity.taxId,
  identity.taxId.replaceAll('-', ''),
  ...agreements.map(({ ipAddress }) => ipAddress),
];
