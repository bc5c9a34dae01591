import {
  type ApplicationDraft,
  applicationAnswers,
  type Disclosure,
  disclosures,
} from '@groundswell/contracts';
import type { FormValues } from '../../forms/form-field.js';

const textIn = (values: FormValues, name: string): string => String(values[name] ?? '');

/** Marks a question answered with no, as opposed to not answered. */
const no = (disclosure: Disclosure): string => `no:${disclosure}`;

export const draftOf = (values: FormValues): ApplicationDraft => ({
  ...Object.fromEntries(
    applicationAnswers.map((name) => [name, textIn(values, name)] as const).filter(([, text]) => text !== ''),
  ),
  disclosure_agreements: disclosures.flatMap((disclosure) => {
    const answer = textIn(values, disclosure);
    if (answer === 'yes') return [disclosure];
    return answer === 'no' ? [no(disclosure)] : [];
  }),
});

/** `+15556667788` as people write it: `(555) 666-7788`. */
const phoneText = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** A sent application as a draft to continue from: every question was answered. */
export const draftOfSent = (sent: ApplicationDraft): ApplicationDraft => ({
  ...sent,
  ...(sent.phone && { phone: phoneText(sent.phone) }),
  disclosure_agreements: disclosures.map((disclosure) =>
    sent.disclosure_agreements?.includes(disclosure) ? disclosure : no(disclosure),
  ),
});

const answerIn = (disclosed: readonly string[], disclosure: Disclosure): string => {
  if (disclosed.includes(disclosure)) return 'yes';
  return disclosed.includes(no(disclosure)) ? 'no' : '';
};

/** The form's initial values; without a draft, the address they signed in with. */
export const valuesOf = (draft: ApplicationDraft | null, email: string): FormValues => ({
  ...Object.fromEntries(
    applicationAnswers.map((name) => [name, draft?.[name] ?? (name === 'email' ? email : '')]),
  ),
  ...Object.fromEntries(
    disclosures.map((disclosure) => [disclosure, answerIn(draft?.disclosure_agreements ?? [], disclosure)]),
  ),
  ssn: '',
  agreement: '',
});

export const disclosuresIn = (values: FormValues): Disclosure[] =>
  disclosures.filter((disclosure) => values[disclosure] === 'yes');
