import { AddressControl } from './address-control.js';
import { type ControlProps, describedBy } from './field-frame.js';
import { FileControl } from './file-control.js';
import styles from './form.module.css';
import type { ChecklistField, Option, SelectField, TextField } from './form-field.js';
import { LookupControl } from './lookup-control.js';
import { RadioControl } from './radio-control.js';
import { SecretControl } from './secret-control.js';
import { useOptions } from './use-options.js';

const TextControl = ({ id, field, value, error, onChange }: ControlProps<TextField>) => {
  const shared = {
    ...describedBy(id, field, error),
    className: styles.input,
    name: field.name,
    value: String(value),
    required: field.required ?? false,
    autoComplete: field.autoComplete,
    placeholder: field.placeholder,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.kind === 'textarea') return <textarea {...shared} rows={4} />;
  return <input {...shared} type={field.kind} inputMode={field.inputMode} />;
};

const SelectControl = ({ id, field, value, error, onChange }: ControlProps<SelectField>) => {
  const options = useOptions(field.options, field.optionsUrl);
  return (
    <select
      {...describedBy(id, field, error)}
      className={styles.input}
      name={field.name}
      value={String(value)}
      required={field.required ?? false}
      autoComplete={field.autoComplete}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{options.failed ? 'We couldn’t load the choices' : 'Choose one'}</option>
      {options.list.map(({ id: optionId, name }: Option) => (
        <option key={optionId} value={String(optionId)}>
          {name}
        </option>
      ))}
    </select>
  );
};

const ChecklistControl = ({ id, field, value, error, onChange }: ControlProps<ChecklistField>) => {
  const ticked = typeof value === 'string' ? [] : value;
  const described = describedBy(id, field, error);
  return field.options.map(({ id: optionId, name }, at) => {
    const option = String(optionId);
    return (
      <label key={option} className={styles.check}>
        <input
          {...described}
          className={styles.tick}
          id={at === 0 ? id : `${id}-${at}`}
          type="checkbox"
          name={field.name}
          value={option}
          checked={ticked.includes(option)}
          onChange={({ target }) =>
            onChange(target.checked ? [...ticked, option] : ticked.filter((each) => each !== option))
          }
        />
        <span>{name}</span>
      </label>
    );
  });
};

export const Control = ({ field, ...rest }: ControlProps) => {
  switch (field.kind) {
    case 'select':
      return <SelectControl {...rest} field={field} />;
    case 'radio':
      return <RadioControl {...rest} field={field} />;
    case 'secret':
      return <SecretControl {...rest} field={field} />;
    case 'checklist':
      return <ChecklistControl {...rest} field={field} />;
    case 'lookup':
      return <LookupControl {...rest} field={field} />;
    case 'address':
      return <AddressControl {...rest} field={field} />;
    case 'file':
      return <FileControl {...rest} field={field} />;
    default:
      return <TextControl {...rest} field={field} />;
  }
};
