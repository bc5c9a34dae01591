import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import { FailureNotice } from '../../shared/attempt/failure-notice.js';
import { type Checkpoint, keptIn, type Noted, notedIn, noteOf } from './checkpoint.js';
import { compareWith, type Since, sinceText } from './noted-check.js';
import styles from './verify.module.css';

interface Comparison {
  readonly since: Since | undefined;
  readonly failure: unknown;
}

interface Compared extends Comparison {
  readonly retry: () => void;
}

interface Found extends Comparison {
  /** What was compared with what. */
  readonly note: string;
  readonly head: Checkpoint;
}

const notYet: Comparison = { since: undefined, failure: undefined };

/**
 * Compares the log with a noted checkpoint. A result for another checkpoint or another head does not count.
 */
const useComparison = (noted: Noted | undefined, head: Checkpoint): Compared => {
  const [found, setFound] = useState<Found>();
  const [attempt, setAttempt] = useState(0);
  const note = noted && noteOf(noted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt compares once.
  useEffect(() => {
    let current = true;
    const from = note && notedIn(note);
    if (from) {
      compareWith(from, head).then(
        (since) => current && setFound({ note, head, since, failure: undefined }),
        (failure: unknown) => current && setFound({ note, head, since: undefined, failure }),
      );
    }
    return () => {
      current = false;
    };
  }, [note, head, attempt]);
  const current = found && found.note === note && found.head === head ? found : notYet;
  const retry = () => {
    setFound(undefined);
    setAttempt(attempt + 1);
  };
  return { ...current, retry };
};

interface ResultProps extends Compared {
  noted: Noted;
  head: Checkpoint;
  title: string;
}

const Result = ({ noted, head, title, since, failure, retry }: ResultProps) => {
  if (failure !== undefined)
    return <FailureNotice title="We couldn’t compare the checkpoint" failure={failure} onRetry={retry} />;
  if (!since) return <p role="status">Comparing…</p>;
  return (
    <Notice tone={since === 'unchanged' ? 'calm' : 'danger'} title={title}>
      <p>{sinceText(since, noted, head.position)}</p>
    </Notice>
  );
};

/**
 * The checkpoint that this browser kept at an earlier visit. A newer one replaces it only if the log leads
 * from one to the other.
 * @param sound whether what is shown next to it was verified
 */
export const KeptCheckpoint = ({ head, sound }: { head: Checkpoint; sound: boolean }) => {
  const [kept] = useState(() => keptIn(localStorage).read());
  const compared = useComparison(kept, head);
  const leadsHere = kept === undefined || compared.since === 'unchanged';
  useEffect(() => {
    if (sound && leadsHere) keptIn(localStorage).keep(head);
  }, [sound, leadsHere, head]);
  if (!kept) {
    return (
      <p className={styles.hint}>
        {sound
          ? 'This browser has saved the checkpoint above and will compare it on your next visit.'
          : 'This browser doesn’t save a checkpoint of a log that doesn’t match.'}
      </p>
    );
  }
  const title = `The checkpoint this browser saved (position ${kept.position})`;
  return <Result {...compared} noted={kept} head={head} title={title} />;
};

/** A checkpoint the visitor noted earlier or got elsewhere; stored in the address. */
export const NotedForm = ({ head }: { head: Checkpoint }) => {
  const [search, setSearch] = useSearchParams();
  const given = search.get('checkpoint') ?? '';
  const [text, setText] = useState(given);
  const noted = given ? notedIn(given) : undefined;
  const isWrong = given !== '' && !noted;
  const compared = useComparison(noted, head);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const changed = new URLSearchParams(search);
    const parsed = notedIn(text);
    if (text.trim()) changed.set('checkpoint', parsed ? noteOf(parsed) : text.trim().slice(0, 200));
    else changed.delete('checkpoint');
    setSearch(changed, { preventScrollReset: true, replace: true });
  };
  return (
    <>
      <form className={styles.noted} aria-label="Compare with a saved checkpoint" onSubmit={onSubmit}>
        <label htmlFor="noted-checkpoint">A saved checkpoint</label>
        <textarea
          id="noted-checkpoint"
          className={styles.control}
          rows={2}
          spellCheck={false}
          autoComplete="off"
          value={text}
          aria-describedby="noted-hint"
          aria-invalid={isWrong}
          onChange={({ target }) => setText(target.value)}
        />
        <p
          id="noted-hint"
          className={isWrong ? styles.wrongNote : styles.hint}
          role={isWrong ? 'alert' : undefined}
        >
          {isWrong
            ? 'This isn’t a checkpoint. A checkpoint starts with the word groundswell and ends with 64 letters and digits.'
            : 'The line you copied, or a line from a checkpoint file.'}
        </p>
        <Button type="submit" variant="secondary" size="small">
          Compare
        </Button>
      </form>
      {noted && (
        <Result
          {...compared}
          noted={noted}
          head={head}
          title={`The checkpoint you entered (position ${noted.position})`}
        />
      )}
    </>
  );
};
