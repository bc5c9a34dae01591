import { command } from '../../api/browser-client.js';
import { LinkButton } from '../../components/button/button.js';
import { LinkAction } from '../../shared/link-action.js';

export const ConfirmEmail = () => (
  <LinkAction
    title="Use this address"
    doneTitle="Your email address was changed"
    lead="You’ll sign in with it from now on, and be signed out everywhere. If you’ve linked a bank, you can’t withdraw for a few days."
    button="Use this address"
    act={(token, key) => command('confirmEmailChange', { token }, { key })}
    subject="your address was"
    wanted="changed"
    done={<p>Sign in with your new address. We’ve also emailed your old one.</p>}
    onward={<LinkButton to="/login">Log in</LinkButton>}
    instead={
      <LinkButton to="/security" variant="secondary">
        Request another link
      </LinkButton>
    }
  />
);
