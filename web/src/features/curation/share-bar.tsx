import { wholeWeight } from '@groundswell/contracts';
import { percentText } from '../../components/figures/format.js';
import styles from './curation.module.css';
import { sumOf } from './weights.js';

/** The share of the whole that is allocated, as text and as a bar. Weights in basis points. */
export const ShareBar = ({ weights }: { weights: readonly number[] }) => {
  const sum = sumOf(weights);
  const left = wholeWeight - sum;
  return (
    <div className={styles.shares} role="status" data-over={left < 0 || undefined}>
      <p>
        <strong>{percentText(sum / 100)}</strong> allocated,{' '}
        <strong>{percentText(Math.abs(left) / 100)}</strong> {left < 0 ? 'over' : 'left'}
      </p>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.min(100, sum / 100)} height="1" />
      </svg>
    </div>
  );
};
