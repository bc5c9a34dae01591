import { useLoaderData } from 'react-router-dom';
import { Arriving } from '../../components/arriving.js';
import { Page, Section } from '../../components/page/page.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import type { SecurityData } from './load-security.js';
import { SessionList } from './session-list.js';

/** How one signs in, and where one is signed in. */
export const Security = () => {
  const { sessions } = useLoaderData<SecurityData>();
  return (
    <Page
      title="Sign-in & security"
      lead="See where you are signed in, and sign out what you no longer use."
      measure="reading"
    >
      <Section title="Where you are signed in">
        <Arriving
          answer={sessions}
          failureTitle="Your sign-ins could not be loaded"
          skeleton={
            <Loading label="Loading your sign-ins">
              <Bone height="160px" radius="18px" />
            </Loading>
          }
        >
          {(found) => <SessionList sessions={found.sessions} />}
        </Arriving>
      </Section>
    </Page>
  );
};
