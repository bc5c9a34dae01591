import { useEffect, useRef } from 'react';
import { useLoaderData, useLocation, useSearchParams } from 'react-router-dom';
import { queryText } from '../../api/browser-client.js';
import { Button } from '../../components/button/button.js';
import { Page } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Arriving } from '../../shared/arriving.js';
import { DownloadButton } from '../../shared/download/download-button.js';
import { StaffArea } from '../../shared/staff-area/staff-area.js';
import { askedIn, wholeOf } from './asked.js';
import styles from './audit.module.css';
import { AuditTable } from './audit-table.js';
import { Filters } from './filters.js';
import type { AuditData } from './load-audit.js';

const Pages = ({ next }: { next: string | null }) => {
  const [search, setSearch] = useSearchParams();
  const turnTo = (before: string | null) => {
    const changed = new URLSearchParams(search);
    if (before) changed.set('before', before);
    else changed.delete('before');
    setSearch(changed, { state: { turned: true } });
  };
  return (
    <div className={styles.pages}>
      {search.get('before') && (
        <Button variant="secondary" size="small" onClick={() => turnTo(null)}>
          Newest
        </Button>
      )}
      {next && (
        <Button variant="secondary" size="small" onClick={() => turnTo(next)}>
          Older
        </Button>
      )}
    </div>
  );
};

/** Turning a page removes the button that was pressed, so the focus moves to the start of the next page. */
const Count = ({ entries }: { entries: number }) => {
  const { state } = useLocation();
  const isTurned = Boolean(state?.turned);
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isTurned) line.current?.focus();
  }, [isTurned]);
  return (
    <p role="status" tabIndex={-1} ref={line}>
      {entries === 1 ? '1 change' : `${entries} changes`} on this page
    </p>
  );
};

/** Who changed what, when and why. For staff only. */
export const Audit = () => {
  const { entries, trends } = useLoaderData<AuditData>();
  const [search] = useSearchParams();
  const asked = askedIn(search);
  return (
    <Page
      title="Audit"
      lead="Every change to every trend: who made it, when and why, with the values before and after."
    >
      <StaffArea />
      <Filters asked={asked} trends={trends} />
      <Arriving
        key={search.toString()}
        answer={entries}
        failureTitle="We couldn’t load the audit"
        skeleton={
          <Loading label="Loading the audit">
            <Bone height="420px" />
          </Loading>
        }
      >
        {(data) => (
          <>
            <div className={styles.above}>
              <Count entries={data.entries.length} />
              <DownloadButton fileName="audit.csv" ask={() => queryText('getAuditCsv', wholeOf(asked))} />
            </div>
            <AuditTable entries={data.entries} />
            <Pages next={data.next} />
          </>
        )}
      </Arriving>
    </Page>
  );
};
