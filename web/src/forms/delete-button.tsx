import { postTo } from '../api/browser-client.js';
import { AskFirst } from '../shared/attempt/ask-first.js';

interface DeleteButtonProps {
  /** Receives a POST with an empty object. */
  url: string;
  onDeleted?: (() => void) | undefined;
}

export const DeleteButton = ({ url, onDeleted }: DeleteButtonProps) => (
  <AskFirst
    label="Delete"
    variant="quiet"
    title="Delete this?"
    confirmLabel="Delete"
    busyLabel="Deleting…"
    done="deleted"
    act={(key) => postTo(url, {}, { key })}
    onDone={onDeleted}
  >
    <p>This removes it for everyone. Its history stays on the record.</p>
  </AskFirst>
);
