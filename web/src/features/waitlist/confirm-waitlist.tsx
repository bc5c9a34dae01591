import { command } from '../../api/browser-client.js';
import { LinkButton } from '../../components/button/button.js';
import { LinkAction } from '../../shared/link-action.js';

export const ConfirmWaitlist = () => (
  <LinkAction
    title="Confirm your address"
    doneTitle="Your address is confirmed"
    lead="This confirms you’re the one who signed up."
    button="Confirm my address"
    act={(token, key) => command('confirmWaitlist', { token }, { key })}
    subject="your address was"
    wanted="confirmed"
    done={<p>We'll notify you as soon as investing opens up.</p>}
    onward={<LinkButton to="/see_concepts">Browse Trends</LinkButton>}
    instead={
      <LinkButton to="/sign_up" variant="secondary">
        Join the Waitlist
      </LinkButton>
    }
  />
);
