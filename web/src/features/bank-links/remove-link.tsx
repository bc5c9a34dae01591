import { useNavigate } from 'react-router-dom';
import { command } from '../../api/browser-client.js';
import { AskFirst } from '../../shared/attempt/ask-first.js';
import type { BankLink } from './link-words.js';

/** Removes a bank link, after asking. */
export const RemoveLink = ({ link }: { link: BankLink }) => {
  const navigate = useNavigate();
  return (
    <AskFirst
      label="Remove this bank account"
      variant="quiet"
      title="Remove this bank account?"
      confirmLabel="Remove"
      busyLabel="Removing…"
      done="removed"
      act={(key) => command('removeAchMethod', { id: link.id }, { key })}
      onDone={() => navigate('/see_ach_methods/')}
    >
      <p>
        You’ll no longer be able to use {link.name} {link.account_number}. Your cash stays where it is, and
        the account stays in your history.
      </p>
    </AskFirst>
  );
};
