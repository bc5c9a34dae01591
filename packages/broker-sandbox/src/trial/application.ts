/** An acceptable application, in the broker's format. */
export const application = (email = 'ada@example.com') => ({
  contact: {
    email_address: email,
    phone_number: '+15556667788',
    street_address: ['20 N San Mateo Dr'],
    city: 'San Mateo',
    state: 'CA',
    postal_code: '94401',
    country: 'USA',
  },
  identity: {
    given_name: 'Ada',
    family_name: 'Byron',
    date_of_birth: '1990-01-01',
    tax_id: '520-11-4207',
    tax_id_type: 'USA_SSN',
    country_of_citizenship: 'USA',
    country_of_birth: 'USA',
    country_of_tax_residence: 'USA',
    funding_source: ['employment_income'],
  },
  disclosures: {
    is_control_person: false,
    is_affiliated_exchange_or_finra: false,
    is_politically_exposed: false,
    immediate_family_exposed: false,
    employment_status: 'employed',
  },
  agreements: [
    { agreement: 'customer_agreement', signed_at: '2026-11-19T18:09:33Z', ip_address: '185.13.21.99' },
  ],
});

/** A checking account whose numbers pass every check. */
export const bankAccount = (accountNumber = '000123456789') => ({
  account_owner_name: 'Ada Byron',
  bank_account_type: 'CHECKING',
  bank_account_number: accountNumber,
  bank_routing_number: '121000358',
});
