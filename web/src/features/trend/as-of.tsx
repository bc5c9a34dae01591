import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { Button } from '../../components/button/button.js';
import { dayText } from '../../components/figures/format.js';
import styles from './trend.module.css';

interface AsOfProps {
  trend: Pick<ResponseFor<'getConcept'>, 'created_on' | 'as_of'>;
  /** The last selectable day: `2026-11-20`. */
  today: string;
}

/** Selects the day whose composition is shown; kept in the URL. */
export const AsOf = ({ trend, today }: AsOfProps) => {
  const [search, setSearch] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const shown = trend.as_of?.date ?? '';
  // During typing it shows what is typed: the first digit of a day is a date as well.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = shown;
  }, [shown]);
  const show = (date: string) => {
    const changed = new URLSearchParams(search);
    if (date) changed.set('as_of', date);
    else changed.delete('as_of');
    setSearch(changed, { preventScrollReset: true });
  };
  return (
    <div className={styles.asOf}>
      <label>
        <span>As of</span>
        <input
          className={styles.date}
          type="date"
          min={trend.created_on}
          max={today}
          ref={field}
          defaultValue={shown}
          onChange={({ target }) => target.value && target.validity.valid && show(target.value)}
        />
      </label>
      {trend.as_of ? (
        <>
          <p role="status">Holdings on {dayText(trend.as_of.date)}.</p>
          <Button variant="secondary" size="small" onClick={() => show('')}>
            Back to today
          </Button>
        </>
      ) : (
        <p>Showing today’s holdings. Pick a date to go back.</p>
      )}
    </div>
  );
};
