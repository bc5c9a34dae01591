import { z } from 'zod';
import { eachAnswer } from './fields.js';

/** The broker's account agreement. The version of its text is recorded with who agreed, when and from where. */
export const accountAgreement = {
  /** Alpaca's numbering: number, year and month. */
  version: '22.2024.08',
  url: 'https://files.alpaca.markets/disclosures/library/AcctAppMarginAndCustAgmt.pdf',
} as const;

/** An application stored in the vault until a worker sends it: validated and normalized, without the SSN. */
export const applicationAnswersSchema = z.strictObject({
  ...eachAnswer(z.string()),
  disclosure_agreements: z.array(z.string()),
});
export type ApplicationAnswers = z.infer<typeof applicationAnswersSchema>;

/** Record of an agreement. Kept in the vault, since an IP address is personal data. */
export const agreementRecordSchema = z.strictObject({
  version: z.string(),
  /** ISO 8601. */
  agreedAt: z.string(),
  /** The IP address seen when they agreed. */
  ipAddress: z.string(),
});
export type AgreementRecord = z.infer<typeof agreementRecordSchema>;
