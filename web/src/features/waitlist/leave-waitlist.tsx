import { command } from '../../api/browser-client.js';
import { LinkAction } from '../../components/link-action.js';

export const LeaveWaitlist = () => (
  <LinkAction
    title="Leave the waitlist"
    doneTitle="You have left the waitlist"
    lead="We will not write to you again, and your address is no longer kept for it."
    button="Leave the waitlist"
    act={(token, key) => command('leaveWaitlist', { token }, { key })}
    failureTitle="You are still on the waitlist"
    done={<p>We will not write to you again, and your address is no longer kept for it.</p>}
  />
);
