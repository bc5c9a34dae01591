import { type ReactNode, Suspense } from 'react';
import { Await } from 'react-router-dom';
import { AccountNotice } from '../../shared/money/account-notice.js';
import { whyNoTransfers } from '../../shared/money/account-words.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import type { useLastKnown } from '../../shared/use-last-known.js';
import type { NewTransferData } from './load-transfers.js';

type Known = ReturnType<typeof useLastKnown<Awaited<NewTransferData['account']>['data']>>;

interface WhileActiveProps {
  /** What is known of the account. */
  known: Known;
  /** Shown until the account is loaded. */
  skeleton: ReactNode;
  children: ReactNode;
}

/** Actions available while the account can transfer, or why it cannot. An unknown account forbids nothing. */
export const WhileActive = ({ known, skeleton, children }: WhileActiveProps) => (
  <Suspense fallback={skeleton}>
    <Await resolve={known}>
      {(told: Awaited<Known>) => {
        const status = told?.data.account?.status;
        return (
          <>
            {told && <OwnUpdates about="account" answered={told} quiet />}
            {told && whyNoTransfers(status) ? <AccountNotice status={status} /> : children}
          </>
        );
      }}
    </Await>
  </Suspense>
);
