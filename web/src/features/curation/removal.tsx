import { useState } from 'react';
import { AskFirst } from '../../shared/attempt/ask-first.js';
import { ReasonInput } from './reason-input.js';

interface RemovalProps {
  /** The thing removed, for the dialog and for assistive technology: "Tesla (TSLA)". */
  what: string;
  remove: (reason: { reason?: string }, key: string) => Promise<unknown>;
}

/** A delete button that asks for confirmation and a reason. */
export const Removal = ({ what, remove }: RemovalProps) => {
  const [reason, setReason] = useState('');
  const values = reason.trim() ? { reason: reason.trim() } : {};
  return (
    <AskFirst
      label={
        <>
          Delete<span className="for-screen-readers"> {what}</span>
        </>
      }
      variant="quiet"
      size="small"
      title={`Delete ${what}?`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      done="deleted"
      values={values}
      act={(key) => remove(values, key)}
    >
      <p>Visitors will no longer see it. Its history stays on the record.</p>
      <ReasonInput value={reason} onChange={setReason} />
    </AskFirst>
  );
};
