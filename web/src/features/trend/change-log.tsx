import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Changes } from '../../api/all-changes.js';
import type { Answered } from '../../api/queries.js';
import { Button } from '../../components/button/button.js';
import { Arriving } from '../../shared/arriving.js';
import { ChangeLines, titleOf } from '../../shared/change-lines/change-lines.js';
import styles from './change-log.module.css';
import { byDay, told } from './change-stories.js';
import screen from './trend.module.css';

/** Days with changes. */
const shownAtFirst = 4;

/** Every change requires a reason, except the creation of a trend. */
const Reason = ({ of: { kind, reason } }: { of: Changes['changes'][number] }) => {
  if (reason) return <p className={styles.reason}>{reason}</p>;
  return kind === 'created' ? null : <p className={styles.unsaid}>No reason was given.</p>;
};

const Entry = ({ changes }: Changes) => {
  const [first] = changes;
  if (!first) return null;
  return (
    <li>
      <h3>{titleOf(first)}</h3>
      <Reason of={first} />
      <ChangeLines lines={changes.flatMap(({ lines }) => lines)} />
    </li>
  );
};

export const Entries = ({ changes }: Changes) => {
  const [all, setAll] = useState(false);
  const days = byDay(changes);
  const shown = all ? days : days.slice(0, shownAtFirst);
  return (
    <>
      <ol className={styles.log}>
        {shown.map(({ day, ofDay }) => (
          <li key={ofDay[0]?.position}>
            <p className={styles.when}>{day}</p>
            <ol className={styles.day}>
              {told(ofDay).map((together) => (
                <Entry key={together[0]?.position} changes={together} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {days.length > shown.length && (
        <Button variant="secondary" size="small" onClick={() => setAll(true)}>
          Show all {changes.length} changes
        </Button>
      )}
    </>
  );
};

/** Every change of the trend, public. */
export const ChangeLog = ({
  conceptId,
  answer,
}: {
  conceptId: string;
  answer: Promise<Answered<Changes>>;
}) => (
  <section className={screen.section}>
    <h2>Change history</h2>
    <p className={styles.proof}>
      This log is tamper-evident.{' '}
      <Link to={`/verify?concept_id=${encodeURIComponent(conceptId)}`}>Verify these changes</Link>
    </p>
    <Arriving answer={answer} what="the change log" height="220px">
      {({ changes }) => <Entries changes={changes} />}
    </Arriving>
  </section>
);
