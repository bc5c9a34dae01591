import { useState } from 'react';
import { Button } from '../components/button/button.js';
import { type ControlProps, describedBy } from './field-frame.js';
import styles from './form.module.css';
import type { SecretField } from './form-field.js';

/** Masked digits, with a button to show them. */
export const SecretControl = ({ id, field, value, error, onChange }: ControlProps<SecretField>) => {
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
