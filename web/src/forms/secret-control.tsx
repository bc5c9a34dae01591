import { useState } from 'react';
import { Button } from '../components/button/button.js';
import { describedBy } from './field-frame.js';
import styles from './form.module.css';
import type { FieldValue, SecretField } from './form-field.js';

interface SecretControlProps {
  id: string;
  field: SecretField;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
}

/** Masked digits, with a button to show them. */
export const SecretControl = ({ id, field, value, error, onChange }: SecretControlProps) => {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.secret}>
      <input
        {...describedBy(id, field, error)}
        className={styles.input}
        type={shown ? 'text' : 'password'}
        name={field.name}
        value={String(value)}
        required={field.required ?? false}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button variant="quiet" size="small" aria-controls={id} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
        <span className="for-screen-readers"> what was typed: {field.label ?? field.name}</span>
      </Button>
    </div>
  );
};
