import { useRevalidator } from 'react-router-dom';
import { command } from '../../api/browser-client.js';
import { AskFirst } from '../../shared/attempt/ask-first.js';
import type { Transfer } from './transfer-words.js';

/** Cancels a transfer after confirmation, while the broker allows it. */
export const CancelTransfer = ({ transfer }: { transfer: Transfer }) => {
  const { revalidate } = useRevalidator();
  return (
    <AskFirst
      label="Cancel this transfer"
      title="Cancel this transfer?"
      confirmLabel="Cancel transfer"
      busyLabel="Canceling…"
      done="canceled"
      act={(key) => command('cancelAchTransfer', { id: transfer.id }, { key })}
      onDone={revalidate}
    >
      <p>We’ll ask the broker to cancel it. If the bank already has it, it goes through.</p>
    </AskFirst>
  );
};
