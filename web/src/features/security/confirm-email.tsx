import { command } from '../../api/browser-client.js';
import { LinkButton } from '../../components/button/button.js';
import { LinkAction } from '../../components/link-action.js';

export const ConfirmEmail = () => (
  <LinkAction
    title="Use this address"
    doneTitle="Your address is changed"
    lead="From then on you sign in with it. You are logged out everywhere, and cannot withdraw for a few days."
    button="Use this address"
    act={(token, key) => command('confirmEmailChange', { token }, { key })}
    failureTitle="Your address was not changed"
    done={<p>Log in with your new address. Your old one has been told.</p>}
    onward={<LinkButton to="/login">Log in</LinkButton>}
    instead={
      <LinkButton to="/security" variant="secondary">
        Ask for another link
      </LinkButton>
    }
  />
);
