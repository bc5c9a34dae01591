import { type ControlProps, describedBy } from './field-frame.js';
import styles from './form.module.css';
import type { RadioField } from './form-field.js';

/** All choices visible. The first one has the id, so that a message links to it. */
export const RadioControl = ({ id, field, value, error, onChange }: ControlProps<RadioField>) => {
  const { 'aria-describedby': description } = describedBy(id, field, error);
  const short = field.options.every(({ detail }) => !detail);
  return (
    <div className={`${styles.options} ${short ? (styles.short ?? '') : ''}`}>
      {field.options.map(({ id: optionId, name, detail }, at) => (
        <label key={optionId} className={styles.option}>
          <input
            className={styles.tick}
            id={at === 0 ? id : `${id}-${at}`}
            type="radio"
            name={field.name}
            value={String(optionId)}
            checked={String(optionId) === value}
            required={field.required ?? false}
            aria-describedby={description}
            onChange={() => onChange(String(optionId))}
          />
          <span>
            {name}
            {detail && <span className={styles.detail}>{detail}</span>}
          </span>
        </label>
      ))}
    </div>
  );
};
