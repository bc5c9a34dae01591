import { type ReactNode, Suspense } from 'react';
import { Await } from 'react-router-dom';
import { AccountNotice } from '../../shared/money/account-notice.js';
import { whyNoTransfers } from '../../shared/money/account-words.js';
import { OwnUpdates } from '../../shared/updates/own-updates.js';
import { useLastKnown } from '../../shared/use-last-known.js';
import type { NewTransferData } from './load-transfers.js';

interface WhileActiveProps extends Pick<NewTransferData, 'account'> {
  /** Shown until the account is loaded. */
  skeleton: ReactNode;
  children: ReactNode;
}

/** Actions available while the account can transfer, or why it cannot. An unknown account forbids nothing. */
export const WhileActive = ({ account, skeleton, children }: WhileActiveProps) => {
  const known = useLastKnown(account);
  return (
    <Suspense fallback={skeleton}>
      <Await resolve={known}>
        {(told: Awaited<typeof known>) => {
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
};
