import type { HTMLInputAutoCompleteAttribute } from 'react';

/** What a select offers; the shape that an `options_url` answers with. */
export interface Option {
  readonly id: string | number;
  readonly name: string;
}

interface FieldBasics {
  readonly name: string;
  /** Shown above the field; messages use the field's name if it is missing. */
  readonly label?: string;
  /** Where the label leads, in a tab of its own: a text that someone agrees to. */
  readonly labelHref?: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly initial?: FieldValue;
}

export interface TextField extends FieldBasics {
  readonly kind: 'text' | 'email' | 'password' | 'tel' | 'date' | 'textarea';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  readonly placeholder?: string;
  readonly maxLength?: number;
}

/** Digits that no one should read over a shoulder: masked until shown, and kept by no browser. */
export interface SecretField extends FieldBasics {
  readonly kind: 'secret';
  readonly maxLength?: number;
}

export interface SelectField extends FieldBasics {
  readonly kind: 'select';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly options?: readonly Option[];
  /** Asked for `[{id, name}]` when the form appears. */
  readonly optionsUrl?: string;
}

/** A choice among a few visible options. */
export interface RadioField extends FieldBasics {
  readonly kind: 'radio';
  readonly options: readonly (Option & { /** A line below its name. */ readonly detail?: string })[];
}

/** Several may be ticked. Its value is a list; a name ending in `[]` is sent as a JSON string. */
export interface ChecklistField extends FieldBasics {
  readonly kind: 'checklist';
  readonly options: readonly Option[];
}

/** Uploaded as soon as it is chosen; its value is the address of the upload. */
export interface FileField extends FieldBasics {
  readonly kind: 'file';
  readonly accept?: string;
  readonly uploadUrl?: string;
  readonly bucketName?: string;
  /** Larger ones are not sent at all. */
  readonly maxBytes?: number;
}

/** A suggestion found while typing. */
export interface Suggestion {
  readonly value: string;
  readonly text: string;
  /** Values of other fields that follow from choosing it. */
  readonly fills?: Readonly<Record<string, string>>;
  /** The same, where they have to be asked for. */
  readonly details?: () => Promise<Readonly<Record<string, string>>>;
}

/** Free text, with suggestions for it. */
export interface LookupField extends FieldBasics {
  readonly kind: 'lookup';
  readonly find: (text: string) => Promise<readonly Suggestion[]>;
}

/**
 * A street address. Where a maps provider is configured it is completed while typing, and fills in the fields `city`,
 * `state` and `zip_code`.
 */
export interface AddressField extends FieldBasics {
  readonly kind: 'address';
}

export type FormField =
  | TextField
  | SecretField
  | SelectField
  | RadioField
  | ChecklistField
  | FileField
  | LookupField
  | AddressField;
/** A field for a property of the form's result. */
export type FieldOf<State> = FormField & { readonly name: keyof State & string };
export type FieldValue = string | readonly string[];
export type FormValues = Readonly<Record<string, FieldValue>>;
export type FieldErrors = Readonly<Record<string, string>>;
