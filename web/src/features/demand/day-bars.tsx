import { dayText } from '../../components/figures/format.js';
import type { Day } from './by-day.js';
import styles from './demand.module.css';

const [step, bar, height] = [10, 7, 100];

const summaryOf = (days: readonly Day[]): string => {
  const total = days.reduce((sum, { joined }) => sum + joined, 0);
  const most = days.reduce((one, other) => (other.joined > one.joined ? other : one));
  const joined = total === 1 ? '1 joined' : `${total} joined`;
  return total === 0
    ? `No one joined in the last ${days.length} days.`
    : `${joined} in the last ${days.length} days, most on ${dayText(most.date)}: ${most.joined}.`;
};

/** One bar per day, plus a summary sentence. */
export const DayBars = ({ days }: { days: readonly Day[] }) => {
  const highest = Math.max(1, ...days.map(({ joined }) => joined));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={styles.chart}>
      <figcaption>{summaryOf(days)}</figcaption>
      <svg
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className={styles.bars}
      >
        {days.map(({ date, joined }, at) => {
          // A day without sign-ups is shown as a line at the bottom.
          const tall = joined === 0 ? 1 : (joined / highest) * height;
          return (
            <rect
              key={date}
              className={joined === 0 ? styles.none : styles.bar}
              x={at * step + (step - bar) / 2}
              y={height - tall}
              width={bar}
              height={tall}
            />
          );
        })}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{first && dayText(first.date)}</span>
        <span>{last && dayText(last.date)}</span>
      </div>
    </figure>
  );
};
