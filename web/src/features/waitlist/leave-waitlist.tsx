import { command } from '../../api/browser-client.js';
import { LinkAction } from '../../shared/link-action.js';

export const LeaveWaitlist = () => (
  <LinkAction
    title="Leave the waitlist"
    doneTitle="You have left the waitlist"
    lead="We won’t email you about the waitlist again, and we’ll remove your address from the list."
    button="Leave the waitlist"
    act={(token, key) => command('leaveWaitlist', { token }, { key })}
    subject="your address was"
    wanted="removed"
    done={<p>We won’t email you about the waitlist again, and we’ve removed your address from the list.</p>}
  />
);
