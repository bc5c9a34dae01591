import type { HTMLInputAutoCompleteAttribute } from 'react';

/** An option of a select, in the shape an `options_url` returns. */
export interface Option {
  readonly id: string | number;
  readonly name: string;
}

interface FieldBasics {
  readonly name: string;
  /** Shown above the field; messages use the field's name if it is missing. */
  readonly label?: string;
  /** Where the label links to, in a new tab: a text to agree to. */
  readonly labelHref?: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly initial?: FieldValue;
  /** The initial value is what was saved last: after a success, what was sent is shown until the data follows. */
  readonly isSaved?: boolean;
}

export interface TextField extends FieldBasics {
  readonly kind: 'text' | 'email' | 'password' | 'tel' | 'date' | 'textarea';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  readonly placeholder?: string;
}

/** Digits others should not read over a shoulder: masked until revealed, and not stored by the browser. */
export interface SecretField extends FieldBasics {
  readonly kind: 'secret';
}

export interface SelectField extends FieldBasics {
  readonly kind: 'select';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly options?: readonly Option[];
  /** Loads `[{id, name}]` when the form appears. */
  readonly optionsUrl?: string;
}

/** A choice among a few visible options. */
export interface RadioField extends FieldBasics {
  readonly kind: 'radio';
  readonly options: readonly (Option & { /** A line below its name. */ readonly detail?: string })[];
}

/** Allows several choices. Its value is a list; a name ending in `[]` is sent as a JSON string. */
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
  /** Larger files are not sent. */
  readonly maxBytes?: number;
}

/** A suggestion found while typing. */
export interface Suggestion {
  readonly value: string;
  readonly text: string;
  /** Values of other fields that choosing it fills in. */
  readonly fills?: Readonly<Record<string, string>>;
  /** The same, when they must be loaded. */
  readonly details?: () => Promise<Readonly<Record<string, string>>>;
}

/** Free text with suggestions. */
export interface LookupField extends FieldBasics {
  readonly kind: 'lookup';
  readonly find: (text: string) => Promise<readonly Suggestion[]>;
}

/**
 * A street address. With a maps provider it is completed while typing, and fills in the fields `city`, `state` and
 * `zip_code`.
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
