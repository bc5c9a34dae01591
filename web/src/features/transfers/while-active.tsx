import { type ReactNode, Suspense } from 'react';
import { Await } from 'react-router-dom';
import { AccountNotice } from '../../shared/money/account-notice.js';
import { whyNoTransfers } from '../../shared/money/account-words.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import type { NewTransferData } from './load-transfers.js';

interface WhileActiveProps extends Pick<NewTransferData, 'account'> {
  /** Shown until the account is loaded. */
  skeleton: ReactNode;
  children: ReactNode;
}

/** Actions available while the account can transfer, or why it cannot. An unknown account forbids nothing. */
export const WhileActive = ({ account, skeleton, children }: WhileActiveProps) => (
  <Suspense fallback={skeleton}>
    <Await resolve={account} errorElement={children}>
      {(told: Awaited<NewTransferData['account']>) => {
        const status = told.data.account?.status;
        return (
          <>
            <OwnUpdates about="account" answered={told} quiet />
            {whyNoTransfers(status) ? <AccountNotice status={status} /> : children}
          </>
        );
      }}
    </Await>
  </Suspense>
);
