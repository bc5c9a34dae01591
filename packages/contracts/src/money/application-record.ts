import { z } from 'zod';

/** The broker's account agreement that people agree to: the version of its text is recorded with who, when and from where. */
export const accountAgreement = {
  /** Alpaca's numbering: number, year and month. */
  version: '22.2024.08',
  url: 'https://files.alpaca.markets/disclosures/library/AcctAppMarginAndCustAgmt.pdf',
} as const;

/** An application as it waits in the vault for the worker that sends it: checked and normalised, without the SSN. */
export const applicationAnswersSchema = z.strictObject({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  street_address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  dob: z.string(),
  employment_status: z.string(),
  funding_source: z.string(),
  disclosure_agreements: z.array(z.string()),
});
export type ApplicationAnswers = z.infer<typeof applicationAnswersSchema>;

/** That someone agreed: in the vault, since an address is personal. */
export const agreementRecordSchema = z.strictObject({
  version: z.string(),
  /** ISO 8601. */
  agreedAt: z.string(),
  /** Where they agreed, as their address was seen. */
  ipAddress: z.string(),
});
export type AgreementRecord = z.infer<typeof agreementRecordSchema>;
