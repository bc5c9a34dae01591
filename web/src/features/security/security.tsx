import { useLoaderData } from 'react-router-dom';
import { Page, Section } from '../../components/page/page.js';
import { Arriving } from '../../shared/arriving.js';
import { Credentials } from './credentials.js';
import { GoogleLink } from './google-link.js';
import type { SecurityData } from './load-security.js';
import { SecondFactor } from './second-factor.js';
import { SessionList } from './session-list.js';

/** Sign-in methods and active sessions. */
export const Security = () => {
  const { email, sessions, secondFactor, googleLink, staff } = useLoaderData<SecurityData>();
  return (
    <Page title="Sign-in & security" lead="Protect your account and manage devices." measure="reading">
      <Section title="Email and password">
        <Credentials email={email} />
      </Section>
      <Section title="Two-step sign-in">
        <Arriving answer={secondFactor} what="your two-step sign-in" height="120px" radius="18px">
          {(state) => <SecondFactor state={state} staff={staff} />}
        </Arriving>
      </Section>
      <Arriving answer={googleLink} what="your Google sign-in" skeleton={null}>
        {(google) => <GoogleLink {...google} />}
      </Arriving>
      <Section title="Where you’re signed in">
        <Arriving answer={sessions} what="your sign-ins" height="160px" radius="18px">
          {(found) => <SessionList sessions={found.sessions} />}
        </Arriving>
      </Section>
    </Page>
  );
};
