import { useId } from 'react';
import { useSettled } from '../use-settled.js';
import styles from './choice.module.css';

interface ChoiceProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  options: readonly { readonly value: Value; readonly text: string; readonly spoken?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of a few options: a radio group shown as a row of pills. */
export const Choice = <Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) => {
  const name = useId();
  const [chosen, choose] = useSettled(value);
  return (
    <fieldset className={styles.group} style={{ border: 0, minInlineSize: 0 }}>
      <legend className="for-screen-readers">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === chosen}
            onChange={() => {
              choose(option.value);
              onChange(option.value);
            }}
            {...(option.spoken && { 'aria-label': option.spoken })}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
};
