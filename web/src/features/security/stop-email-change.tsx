import { command } from '../../api/browser-client.js';
import { LinkButton } from '../../components/button/button.js';
import { LinkAction } from '../../components/link-action.js';

export const StopEmailChange = () => (
  <LinkAction
    title="Keep your address"
    doneTitle="Your address is yours"
    lead="If you didn’t ask to change your address, stop it here. Every device is signed out."
    button="That was not me"
    act={(token, key) => command('stopEmailChange', { token }, { key })}
    failureTitle="The change was not stopped"
    done={<p>The person who asked for this knew your password or had your phone. Set a new password now.</p>}
    onward={<LinkButton to="/password_reset_request/">Set a new password</LinkButton>}
    instead={
      <LinkButton to="/password_reset_request/" variant="secondary">
        Set a new password
      </LinkButton>
    }
  />
);
