import { refuse, type TradingAccountEvent } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import type { Transfer } from '../state.js';
import { resolvedCode } from './doubt.js';

/** Cancels a transfer that the broker never had, at its owner's request. */
export const canceled = (transferId: string): TradingAccountEvent => ({
  type: 'TransferCanceled.v2',
  data: { transferId, reason: null },
});

/**
 * Whether a command concerns the attempt whose outcome is unknown. One about an earlier attempt is too late.
 */
export const isAbout = (
  { attempt }: { readonly attempt: number },
  { submitting, attempts }: Transfer,
): boolean => submitting && attempt === attempts;

/** For operators. */
const mayStillBeSent =
  'A worker may still be sending this transfer. Run `parked retry` for its job, and decide once it is parked again.';

/** Until its time is over, an attempt may still be sent by a worker that went silent. */
export const resolveNotMade = (command: Of<'ResolveTransferNotMade'>, transfer: Transfer): Outcome => {
  if (!isAbout(command, transfer)) return [];
  if (!transfer.unknown) return refuse('SubmissionUnderWay', mayStillBeSent);
  const { transferId } = command;
  return transfer.cancellationRequested
    ? [canceled(transferId)]
    : [{ type: 'TransferRefused', data: { transferId, code: resolvedCode } }];
};
