import { useState } from 'react';
import type { Answered } from '../../api/client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { Arriving } from '../../components/arriving.js';
import { Button } from '../../components/button/button.js';
import { ChangeLines, titleOf } from '../../components/change-lines/change-lines.js';
import { instantText } from '../../components/figures/format.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import styles from './trend.module.css';

type Changes = ResponseFor<'getConceptChanges'>;
const shownAtFirst = 5;

const Entries = ({ changes }: Changes) => {
  const [all, setAll] = useState(false);
  const shown = all ? changes : changes.slice(0, shownAtFirst);
  return (
    <>
      <ol className={styles.log}>
        {shown.map((change) => (
          <li key={change.position}>
            <p className={styles.when}>
              <time dateTime={change.occurred_at}>{instantText(change.occurred_at)}</time>
            </p>
            <div>
              <h3>{titleOf(change)}</h3>
              <p className={styles.reason}>{change.reason ?? 'No reason was given.'}</p>
              <ChangeLines lines={change.lines} />
            </div>
          </li>
        ))}
      </ol>
      {changes.length > shown.length && (
        <Button variant="secondary" size="small" onClick={() => setAll(true)}>
          Show all {changes.length} changes
        </Button>
      )}
    </>
  );
};

/** Every change of the trend, for everyone to read. */
export const ChangeLog = ({ answer }: { answer: Promise<Answered<Changes>> }) => (
  <section className={styles.section}>
    <h2>What changed, and why</h2>
    <Arriving
      answer={answer}
      failureTitle="The change log could not be loaded"
      skeleton={
        <Loading label="Loading the change log">
          <Bone height="220px" />
        </Loading>
      }
    >
      {({ changes }) => <Entries changes={changes} />}
    </Arriving>
  </section>
);
