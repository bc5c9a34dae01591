import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/button/button.js';
import styles from './pages.module.css';

interface PagesProps {
  /** What the address calls the page. */
  readonly name: string;
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
  /** What the pages hold, where a screen has several lists. */
  readonly of?: string;
}

/** Leads to the newest page of a list, and to the one after this. The page is part of the address. */
export const Pages = ({ name, next, of = '' }: PagesProps) => {
  const [search, setSearch] = useSearchParams();
  const isOlder = search.has(name);
  if (!isOlder && !next) return null;
  const turnTo = (before: string | null) => {
    const changed = new URLSearchParams(search);
    if (before) changed.set(name, before);
    else changed.delete(name);
    setSearch(changed, { state: { turned: name }, preventScrollReset: true });
  };
  return (
    <div className={styles.pages}>
      {isOlder && (
        <Button variant="secondary" size="small" onClick={() => turnTo(null)}>
          {`Newest ${of}`.trim()}
        </Button>
      )}
      {next && (
        <Button variant="secondary" size="small" onClick={() => turnTo(next)}>
          {`Older ${of}`.trim()}
        </Button>
      )}
    </div>
  );
};

interface PageCountProps {
  readonly name: string;
  readonly count: number;
  /** What is counted, when it is one. */
  readonly one: string;
  /** Whether it is also said on the page that a screen begins with. */
  readonly always?: boolean;
}

/** Turning a page removes the button that was pressed, so the focus moves here, to the start of the next page. */
export const PageCount = ({ name, count, one, always = false }: PageCountProps) => {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const isTurned = state?.turned === name;
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isTurned) line.current?.focus();
  }, [isTurned]);
  if (!always && !isTurned && !search.has(name)) return null;
  return (
    <p role="status" tabIndex={-1} ref={line} className={styles.count}>
      {count === 1 ? `1 ${one}` : `${count} ${one}s`} on this page
    </p>
  );
};
