import { momentText } from '../../components/figures/format.js';
import type { InstanceStatus } from './gather.js';
import { countText, secondsText, wordsOf } from './health.js';
import styles from './operations.module.css';

type Replay = InstanceStatus['replays'][number];

const stateText: Readonly<Record<string, string>> = {
  building: 'reading the log',
  comparing: 'comparing with the live read model',
  swapped: 'done and live',
  done: 'done',
  failed: 'failed',
  interrupted: 'interrupted',
  lost: 'process lost',
};

/** Kinds of runs that keep their progress; the others start over. */
const resumable: ReadonlySet<string> = new Set(['replay', 'dry run']);

const stateOf = ({ kind, state }: Replay): string => {
  const said = stateText[state] ?? state;
  const brokeOff = state === 'interrupted' || state === 'lost';
  return brokeOff && resumable.has(kind) ? `${said}: run the same command to continue` : said;
};

const isUnderWay = ({ state }: Replay): boolean => state === 'building' || state === 'comparing';

const ofWhat = ({ read_models: [first = '', ...others] }: Replay): string =>
  others.length > 0 ? `of ${others.length + 1} read models` : `of ${wordsOf(first)}`;

const Run = ({ replay }: { replay: Replay }) => {
  const percent = Math.floor(replay.progress * 100);
  const title = `${replay.kind[0]?.toUpperCase()}${replay.kind.slice(1)} ${ofWhat(replay)}`;
  return (
    <li className={styles.run}>
      <p>
        <strong>{title}</strong> · {stateOf(replay)}
      </p>
      {isUnderWay(replay) && (
        <>
          <progress className={styles.progress} max={100} value={percent} aria-label={title} />
          <p className={styles.note}>
            {percent}% · {countText(replay.per_second)} events a second
            {replay.seconds_left !== null && ` · about ${secondsText(replay.seconds_left)} left`}
          </p>
        </>
      )}
      <p className={styles.note}>
        Started {momentText(replay.started_at)} ET
        {replay.message && ` · ${replay.message}`}
      </p>
    </li>
  );
};

/** Runs of replay and verify, with the progress of running ones. */
export const Replays = ({ replays }: { replays: readonly Replay[] }) =>
  replays.length === 0 ? (
    <p className={styles.note}>
      None yet. <code>npm run ops -- replay all</code> rebuilds every read model alongside the live one.
    </p>
  ) : (
    <ul className={styles.runs}>
      {replays.map((replay) => (
        <Run key={replay.id} replay={replay} />
      ))}
    </ul>
  );
