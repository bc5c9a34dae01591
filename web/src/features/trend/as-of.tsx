import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { useIsAwaited } from '../../app/use-is-awaited.js';
import { Button } from '../../components/button/button.js';
import { dayText } from '../../components/figures/format.js';
import { useAfterPress } from '../../forms/use-after-press.js';
import styles from './trend.module.css';

type Trend = ResponseFor<'getConcept'>;

const shownText = (asOf: Trend['as_of']): string =>
  asOf ? `Holdings on ${dayText(asOf.date)}.` : 'Showing today’s holdings. Pick a date to go back.';

interface AsOfProps {
  trend: Pick<Trend, 'created_on' | 'as_of'>;
  /** The last selectable day: `2026-11-20`. */
  today: string;
}

/** Selects the day whose composition is shown; kept in the URL. */
export const AsOf = ({ trend, today }: AsOfProps) => {
  const [search, setSearch] = useSearchParams();
  const awaited = useIsAwaited();
  const field = useRef<HTMLInputElement>(null);
  const told = useId();
  const [wrong, setWrong] = useState(false);
  const afterPress = useAfterPress();
  const shown = trend.as_of?.date ?? '';
  // During typing it shows what is typed: the first digit of a day is a date as well.
  useEffect(() => {
    setWrong(false);
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
          aria-invalid={wrong || undefined}
          aria-describedby={told}
          onChange={({ target }) => target.value && target.validity.valid && show(target.value)}
          onBlur={({ target }) => afterPress(() => setWrong(!target.validity.valid))}
        />
      </label>
      <p id={told} role="status">
        {wrong && `Pick a date from ${dayText(trend.created_on)} to ${dayText(today)}. `}
        {awaited ? 'Loading…' : shownText(trend.as_of)}
      </p>
      {trend.as_of && (
        <Button variant="secondary" size="small" onClick={() => show('')}>
          Back to today
        </Button>
      )}
    </div>
  );
};
