import { accountAgreement, applicationFields, isOldEnough, minimumAge } from '@groundswell/contracts';
import { z } from 'zod';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FieldErrors, FormField, FormValues, RadioField } from '../../forms/form-field.js';
import { cleanedState, currentValue, missingFields } from '../../forms/form-rules.js';
import { states } from './us-states.js';

export interface Step {
  readonly id: string;
  readonly title: string;
  /** Why it is asked. */
  readonly lead: string;
  readonly fields: readonly FormField[];
}

const disclosure = (name: string, label: string, hint: string): RadioField => ({
  kind: 'radio',
  name,
  label,
  hint,
  required: true,
  options: [
    { id: 'no', name: 'No' },
    { id: 'yes', name: 'Yes' },
  ],
});

export const steps: readonly Step[] = [
  {
    id: 'about',
    title: 'About you',
    lead: 'As shown on your ID. US law requires every broker to know who opens an account.',
    fields: [
      { kind: 'text', name: 'first_name', label: 'First name', required: true, autoComplete: 'given-name' },
      { kind: 'text', name: 'last_name', label: 'Last name', required: true, autoComplete: 'family-name' },
      { kind: 'email', name: 'email', label: 'Email', required: true, autoComplete: 'email' },
      {
        kind: 'tel',
        name: 'phone',
        label: 'Phone',
        hint: 'Example: (555) 666-7788.',
        required: true,
        autoComplete: 'tel',
        inputMode: 'tel',
      },
      {
        kind: 'date',
        name: 'dob',
        label: 'Date of birth',
        hint: `You must be at least ${minimumAge}.`,
        required: true,
        autoComplete: 'bday',
      },
    ],
  },
  {
    id: 'address',
    title: 'Where you live',
    lead: 'A street address in the United States. No P.O. boxes.',
    fields: [
      { kind: 'address', name: 'street_address', label: 'Street address', required: true },
      { kind: 'text', name: 'city', label: 'City', required: true, autoComplete: 'address-level2' },
      {
        kind: 'select',
        name: 'state',
        label: 'State',
        options: states,
        required: true,
        autoComplete: 'address-level1',
      },
      {
        kind: 'text',
        name: 'zip_code',
        label: 'ZIP code',
        required: true,
        inputMode: 'numeric',
        autoComplete: 'postal-code',
      },
    ],
  },
  {
    id: 'work',
    title: 'Work and money',
    lead: 'Brokers ask where money comes from, to prevent money laundering. Being a student won’t count against you.',
    fields: [
      {
        kind: 'select',
        name: 'employment_status',
        label: 'Employment status',
        required: true,
        options: [
          { id: 'employed', name: 'Employed' },
          { id: 'unemployed', name: 'Unemployed' },
          { id: 'retired', name: 'Retired' },
          { id: 'student', name: 'Student' },
        ],
      },
      {
        kind: 'select',
        name: 'funding_source',
        label: 'Source of funds',
        required: true,
        options: [
          { id: 'employment_income', name: 'Employment income' },
          { id: 'business_income', name: 'Business income' },
          { id: 'inheritance', name: 'Inheritance' },
          { id: 'investments', name: 'Investments' },
          { id: 'savings', name: 'Savings' },
          { id: 'family', name: 'Family' },
        ],
      },
    ],
  },
  {
    id: 'disclosures',
    title: 'Disclosures',
    lead: 'Four questions regulators require. Answering yes won’t rule you out, but the broker may ask for more.',
    fields: [
      disclosure(
        'is_affiliated_exchange_or_finra',
        'Brokers and FINRA',
        'Are you affiliated with a US registered broker-dealer or with FINRA?',
      ),
      disclosure(
        'is_control_person',
        'Public companies',
        'Are you a senior executive of a public company, or do you hold 10% or more of one?',
      ),
      disclosure('is_politically_exposed', 'Political office', 'Are you a senior political figure?'),
      disclosure(
        'immediate_family_exposed',
        'Family in political office',
        'Is anyone in your immediate family a senior political figure?',
      ),
    ],
  },
  {
    id: 'agreement',
    title: 'Identity and agreement',
    lead: 'Your Social Security number and your agreement. Neither is stored until you submit.',
    fields: [
      {
        kind: 'secret',
        name: 'ssn',
        label: 'Social Security number',
        hint: 'Nine digits. The broker uses it to confirm your identity, and we delete it as soon as the broker has it.',
        required: true,
      },
      {
        kind: 'radio',
        name: 'agreement',
        label: 'Account agreement',
        labelHref: accountAgreement.url,
        hint: 'The broker’s account agreement, a PDF that opens in a new tab.',
        required: true,
        options: [
          { id: 'agree', name: 'I agree' },
          { id: 'disagree', name: 'I disagree' },
        ],
      },
    ],
  },
];

/**
 * Rules of a step beyond "must be filled out", from the contract.
 * @param today the day in New York on which the applicant has to be old enough: `2026-11-20`
 */
export const rulesOfStep = ({ fields }: Step, today: string) => {
  const shape = Object.fromEntries(
    Object.entries(applicationFields).filter(([name]) => fields.some((field) => field.name === name)),
  );
  const byContract = rulesOf({ body: z.object(shape) });
  return (state: Record<string, unknown>): FieldErrors => {
    const errors = byContract(state);
    const tooYoung = typeof state.dob === 'string' && !errors.dob && !isOldEnough(state.dob, today);
    return tooYoung
      ? { ...errors, dob: `You must be at least ${minimumAge} years old to open an account.` }
      : errors;
  };
};

const isComplete = (step: Step, values: FormValues, today: string): boolean =>
  Object.keys(missingFields(step.fields, values)).length === 0 &&
  Object.keys(rulesOfStep(step, today)(cleanedState(step.fields, values))).length === 0;

/** Index of the first incomplete step on a day; the number of steps when all are complete. */
export const firstOpenStep = (values: FormValues, today: string): number => {
  const open = steps.findIndex((step) => !isComplete(step, values, today));
  return open < 0 ? steps.length : open;
};

/** The step's fields, with the values typed before. */
export const fieldsWith = (step: Step, values: FormValues): FormField[] =>
  step.fields.map((field) => ({ ...field, initial: currentValue(field, values) }));

/** A value in readable form: the name of a choice, not its id. */
export const shownValue = (field: FormField, values: FormValues): string => {
  const value = String(currentValue(field, values));
  if (field.kind === 'secret') return `•••-••-${value.slice(-4)}`;
  const options = field.kind === 'select' || field.kind === 'radio' ? field.options : undefined;
  return options?.find(({ id }) => id === value)?.name ?? value;
};
