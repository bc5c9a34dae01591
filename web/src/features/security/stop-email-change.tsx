import { command } from '../../api/browser-client.js';
import { LinkButton } from '../../components/button/button.js';
import { LinkAction } from '../../shared/link-action.js';

export const StopEmailChange = () => (
  <LinkAction
    title="Keep this email address"
    doneTitle="Your account keeps this email address"
    lead="If you didn’t ask to change your email address, stop it here. This also undoes a change that was already made, and signs out every device."
    button="This wasn’t me"
    act={(token, key) => command('stopEmailChange', { token }, { key })}
    subject="the change was"
    wanted="stopped"
    done={<p>The person who asked for this knew your password or had your phone. Set a new password now.</p>}
    onward={<LinkButton to="/password_reset_request/">Set a new password</LinkButton>}
    instead={
      <LinkButton to="/password_reset_request/" variant="secondary">
        Set a new password
      </LinkButton>
    }
  />
);
