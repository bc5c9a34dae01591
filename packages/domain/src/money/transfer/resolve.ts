import { refuse, type TradingAccountEvent } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import type { Transfer } from '../state.js';
import { resolvedCode } from './doubt.js';

/** What the broker never had is canceled because its owner asked for it. */
export const canceled = (transferId: string): TradingAccountEvent => ({
  type: 'TransferCanceled.v2',
  data: { transferId, reason: null },
});

/** Whether a command speaks of the attempt whose outcome is not known. What is said of an earlier one comes too late. */
export const isAbout = (
  { attempt }: { readonly attempt: number },
  { submitting, attempts }: Transfer,
): boolean => submitting && attempt === attempts;

/** Until its time is over, an attempt may still be sent by a worker of which no one has heard since. */
export const resolveNotMade = (command: Of<'ResolveTransferNotMade'>, transfer: Transfer): Outcome => {
  if (!isAbout(command, transfer)) return [];
  if (!transfer.unknown) return refuse('SubmissionUnderWay');
  const { transferId } = command;
  return transfer.cancellationRequested
    ? [canceled(transferId)]
    : [{ type: 'TransferRefused', data: { transferId, code: resolvedCode } }];
};
