import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import { Notice } from '../../components/notice/notice.js';
import { Page, Section } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Arriving } from '../../shared/arriving.js';
import { FailureNotice } from '../../shared/attempt/failure-notice.js';
import { CheckedEvents } from './checked-events.js';
import type { Checkpoint } from './checkpoint.js';
import { CheckpointCard } from './checkpoint-card.js';
import { ChooseTrend } from './choose-trend.js';
import { canHash } from './hashes.js';
import type { Claim, VerifyData } from './load-verify.js';
import { KeptCheckpoint, NotedForm } from './noted-form.js';
import { NotProved, Proved } from './proved.js';
import { useVerdict } from './use-verdict.js';
import { VerdictNotice } from './verdict-notice.js';
import styles from './verify.module.css';

const Progress = ({ done, total }: { done: number; total: number }) => (
  <div className={styles.progress}>
    <p role="status">Your browser is computing the hashes.</p>
    <progress value={done} max={Math.max(1, total)} aria-label={`${done} of ${total} changes`} />
  </div>
);

const Verification = ({ claim }: { claim: Claim }) => {
  const { verdict, done, failure } = useVerdict(claim);
  const { head } = claim.proof;
  if (failure !== undefined) return <FailureNotice title="We couldn’t verify this" failure={failure} />;
  if (!verdict) return <Progress done={done} total={claim.proof.events.length} />;
  return (
    <>
      <p className={styles.of}>
        <Link to={`/get_concept/${claim.id}`}>{claim.name}</Link>
      </p>
      <VerdictNotice claim={claim} verdict={verdict} />
      {verdict.faults.length === 0 && (
        <>
          <Section title="What this proves">
            <Proved claim={claim} />
          </Section>
          <Section title="What it doesn’t">
            <NotProved />
          </Section>
        </>
      )}
      <CheckedEvents verdict={verdict} />
      <Published head={head} sound={verdict.faults.length === 0} />
    </>
  );
};

/** What is published, to keep, and what was kept, to compare. */
const PublishedSections = ({ card, comparison }: { card: ReactNode; comparison: ReactNode }) => (
  <>
    <Section title="Latest published checkpoint">{card}</Section>
    <Section title="Compare with an earlier checkpoint">{comparison}</Section>
  </>
);

const Published = ({ head, sound }: { head: Checkpoint; sound: boolean }) => (
  <PublishedSections
    card={
      <>
        <CheckpointCard head={head} />
        <p className={styles.all}>
          <a href="/api/checkpoints/">Published checkpoints</a>, as data
        </p>
      </>
    }
    comparison={
      <>
        <KeptCheckpoint head={head} sound={sound} />
        <NotedForm head={head} />
      </>
    }
  />
);

const PublishedSkeleton = () => (
  <Loading label="Loading the log">
    <PublishedSections card={<Bone height="292px" radius="18px" />} comparison={<Bone height="240px" />} />
  </Loading>
);

const Choice = ({ latest, trends }: Required<Pick<VerifyData, 'latest' | 'trends'>>) => (
  <>
    {trends && <ChooseTrend trends={trends} />}
    {latest && (
      <Arriving answer={latest} what="the latest checkpoint" skeleton={<PublishedSkeleton />}>
        {({ head }) => (head ? <Published head={head} sound /> : <Notice title="The log is still empty." />)}
      </Arriving>
    )}
  </>
);

const Skeleton = () => (
  <Loading label="Loading the log">
    <Bone height="140px" />
    <Bone height="320px" />
  </Loading>
);

const NotFound = () => (
  <Notice title="We couldn’t find that trend." action={<Link to="/verify">Choose another one</Link>}>
    <p>It may have been removed, or the address is incomplete.</p>
  </Notice>
);

/** Lets anyone check that what a trend's page shows is what was recorded, without trusting us. */
export const Verify = () => {
  const { claim, latest, trends } = useLoaderData<VerifyData>();
  return (
    <Page
      title="Verify"
      measure="reading"
      lead="Check that a trend’s changes are exactly what was recorded, when and in what order. Your browser checks the records themselves, so you don’t have to take our word for it."
    >
      {!canHash() && <CannotHash />}
      {canHash() && claim && (
        <Arriving answer={claim} what="the proof" whenMissing={<NotFound />} skeleton={<Skeleton />}>
          {(data) => <Verification claim={data} key={data.id} />}
        </Arriving>
      )}
      {canHash() && !claim && <Choice latest={latest} trends={trends} />}
    </Page>
  );
};

const CannotHash = () => (
  <Notice tone="caution" title="Your browser can’t compute hashes at this address.">
    <p>Browsers allow cryptography only over https. Open this page at its https address.</p>
  </Notice>
);
