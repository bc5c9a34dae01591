import control from '../../components/control.module.css';
import styles from './curation.module.css';

interface ReasonInputProps {
  value: string;
  onChange: (value: string) => void;
}

/** The curator's reason, in a dialog without a form. */
export const ReasonInput = ({ value, onChange }: ReasonInputProps) => (
  <label className={styles.labelled}>
    <span>Reason</span>
    <input
      className={control.control}
      value={value}
      autoComplete="off"
      maxLength={500}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);
