import { delayAfter } from '@groundswell/domain/back-off';
import { useEffect, useState } from 'react';
import {
  useLoaderData,
  useLocation,
  useNavigate,
  useParams,
  useRevalidator,
  useSearchParams,
} from 'react-router-dom';
import { newKey } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { useObserved } from '../../app/use-observed.js';
import { LinkButton } from '../../components/button/button.js';
import { Notice } from '../../components/notice/notice.js';
import { Page } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { session$ } from '../../session/session.js';
import { Arriving } from '../../shared/arriving.js';
import { CashSummary } from '../../shared/money/cash-summary.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import { useLastKnown } from '../../shared/use-last-known.js';
import type { NewTransferData } from './load-transfers.js';
import { submissionKeys } from './submission-key.js';
import { TransferForm } from './transfer-form.js';
import { type Terms, TransferReview, type Typed } from './transfer-review.js';
import styles from './transfers.module.css';
import { WhileActive } from './while-active.js';

type Link = ResponseFor<'getAchMethods'>[number];

const keys = submissionKeys(localStorage, Date.now, newKey);

/** Where the browser blocks storage, the document has put something in its place that lasts as long as the page. */
const isKept = localStorage instanceof Storage;

/** Stored in the browser's history entry, so that it survives a reload. */
interface UnderReview extends Typed {
  readonly key: string;
}

const underReviewIn = (state: unknown): UnderReview | undefined =>
  typeof state === 'object' && state !== null && 'key' in state ? (state as UnderReview) : undefined;

const skeleton = (
  <Loading label="Loading your bank account">
    <Bone height="320px" radius="18px" />
  </Loading>
);

/** Milliseconds between the moment at which the terms change and the next readings. */
const afterwards = { first: 2_000, most: 60_000 };

/** The most milliseconds to wait for that moment: this clock may be behind by weeks, for which a timer does not wait. */
const longest = 3_600_000;

/**
 * Reads the terms again when they change with the hour: nothing in the log says so. Goes on while they still name a moment
 * that has passed: this clock may be ahead of ours, and a reading may fail.
 */
const useTermsOfTheHour = ({ cutoff, trading_day_ends }: Terms) => {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const change = Math.min(Date.parse(cutoff), Date.parse(trading_day_ends));
    let timer: ReturnType<typeof setTimeout>;
    const plan = (reading: number) => {
      const left = Math.min(Math.max(change - Date.now(), 0), longest);
      timer = setTimeout(() => {
        void revalidate();
        plan(Date.now() < change ? 1 : reading + 1);
      }, left + delayAfter(reading, afterwards));
    };
    plan(1);
    return () => clearTimeout(timer);
  }, [cutoff, trading_day_ends, revalidate]);
};

interface NewTransferProps extends Pick<NewTransferData, 'account'> {
  link: Link;
  terms: Terms;
}

const NewTransfer = ({ account, link, terms }: NewTransferProps) => {
  useTermsOfTheHour(terms);
  // Here, since the form is not there during the review.
  const known = useLastKnown(account);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const session = useObserved(session$);
  const user = session.status === 'signed-in' ? session.user.id : '';
  const underReview = underReviewIn(useLocation().state);
  const [typed, setTyped] = useState<Typed | undefined>(underReview);
  const wanted = ({ amount, direction }: Typed) => ({ user, bankLinkId: link.id, amount, direction });

  if (!underReview || search.get('step') !== 'review')
    return (
      <WhileActive known={known} skeleton={skeleton}>
        <TransferForm
          link={link}
          terms={terms}
          initial={typed}
          onReview={(next) => {
            setTyped(next);
            const key = keys.keyFor(wanted(next));
            void navigate('?step=review', { state: { ...next, key } satisfies UnderReview });
          }}
        />
      </WhileActive>
    );
  return (
    <TransferReview
      {...underReview}
      bank={{ id: link.id, account_type: link.account_type, account_number: link.account_number }}
      terms={terms}
      submissionKey={underReview.key}
      inDoubt={keys.isInDoubt(underReview.key)}
      othersInDoubt={keys.othersInDoubt(underReview.key)}
      isKept={isKept}
      onSending={() => keys.sending(underReview.key, wanted(underReview))}
      onNotSent={() => keys.notSent(underReview.key)}
      onDecided={(taken) => {
        keys.settled(underReview.key);
        if (taken) void navigate('/see_ach_methods/', { replace: true, state: { transfer: taken } });
      }}
      onChange={() => void navigate(-1)}
    />
  );
};

const Unusable = ({ link }: { link: Link | undefined }) => (
  <Notice
    tone="caution"
    title={link ? 'You can’t use this bank account for transfers.' : 'We couldn’t find that bank account.'}
    action={<LinkButton to="/see_ach_methods/">See your bank accounts</LinkButton>}
  >
    <p>
      {link?.status === 'requested' || link?.status === 'pending'
        ? 'It’s still being linked. This page updates automatically.'
        : 'It may have been replaced or removed.'}
    </p>
  </Notice>
);

/**
 * Moves cash between a linked bank account and the trading account: amount and direction, a review, then the
 * request.
 */
export const TransferFunds = () => {
  const { ach_relationship_id } = useParams();
  const { account, cash, links, terms } = useLoaderData<NewTransferData>();
  return (
    <Page title="Transfer funds" measure="narrow">
      <div className={styles.page}>
        <CashSummary answer={cash} />
        <Arriving answer={links} what="your bank accounts" skeleton={skeleton}>
          {(data, answered) => {
            const link = data.find(({ id }) => id === ach_relationship_id);
            return (
              <>
                <OwnUpdates about="bank_links" answered={answered} quiet />
                {link?.status === 'approved' ? (
                  <Arriving answer={terms} what="the transfer limits" skeleton={skeleton}>
                    {(known) => <NewTransfer account={account} link={link} terms={known} />}
                  </Arriving>
                ) : (
                  <Unusable link={link} />
                )}
              </>
            );
          }}
        </Arriving>
      </div>
    </Page>
  );
};
