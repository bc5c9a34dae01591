import { changeOf } from './format.js';
import styles from './percent-change.module.css';

/** A fraction as arrow, word (for assistive technology) and absolute percentage, with color last. */
export const PercentChange = ({ fraction }: { fraction: number }) => {
  const { direction, text } = changeOf(fraction);
  return (
    <span className={`${styles.change} ${styles[direction]}`} data-direction={direction}>
      <svg className={styles.arrow} viewBox="0 0 10 10" aria-hidden="true">
        <path d="M5 .8 9.6 9.2H.4z" />
      </svg>
      <span className="for-screen-readers">{direction} </span>
      {text}
    </span>
  );
};
