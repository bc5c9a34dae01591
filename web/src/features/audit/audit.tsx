import { useLoaderData, useSearchParams } from 'react-router-dom';
import { queryText } from '../../api/browser-client.js';
import { Page } from '../../components/page/page.js';
import { Arriving } from '../../shared/arriving.js';
import { DownloadButton } from '../../shared/download/download-button.js';
import { PageCount, Pages } from '../../shared/pages/pages.js';
import { StaffArea } from '../../shared/staff-area/staff-area.js';
import { askedIn, wholeOf } from './asked.js';
import styles from './audit.module.css';
import { AuditTable } from './audit-table.js';
import { Filters } from './filters.js';
import type { AuditData } from './load-audit.js';

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
      <Arriving key={search.toString()} answer={entries} what="the audit" height="420px">
        {(data) => (
          <>
            <div className={styles.above}>
              <PageCount always name="before" count={data.entries.length} one="change" />
              <DownloadButton fileName="audit.csv" ask={() => queryText('getAuditCsv', wholeOf(asked))} />
            </div>
            <AuditTable entries={data.entries} />
            <Pages name="before" next={data.next} />
          </>
        )}
      </Arriving>
    </Page>
  );
};
