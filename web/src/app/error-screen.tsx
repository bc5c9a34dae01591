import { useRouteError } from 'react-router-dom';
import { Button, LinkButton } from '../components/button/button.js';
import { Page } from '../components/page/page.js';
import styles from './error-screen.module.css';
import { type Fault, faultOf } from './fault.js';
import { Layout } from './shell/layout.js';

const adviceFor = (status: number | undefined): string =>
  status === 404
    ? 'We couldn’t find this page. The address may have a typo, or the trend may have been removed.'
    : 'This didn’t change anything you saved. Try again, or start over from the trends.';

/** The most helpful action comes first: retry when the page failed to load, start over when it broke. */
const WaysOn = ({ status, isMissingPage = false }: Fault) => {
  const again = (
    <Button variant={isMissingPage ? 'primary' : 'secondary'} onClick={() => location.reload()}>
      Try again
    </Button>
  );
  return (
    <div className={styles.actions}>
      {isMissingPage && again}
      <LinkButton to="/see_concepts" variant={isMissingPage ? 'secondary' : 'primary'}>
        Browse Trends
      </LinkButton>
      {!isMissingPage && status !== 404 && again}
    </div>
  );
};

/** Shown for an error that no screen caught. */
export const ErrorScreen = () => {
  const fault = faultOf(useRouteError());
  return (
    <Layout>
      <Page title="Unexpected Application Error!" lead={adviceFor(fault.status)} measure="reading">
        <p className={styles.fault} role="alert">
          {fault.status && <strong>{fault.status}</strong>} {fault.text}
        </p>
        {fault.reference && <p className={styles.reference}>Reference {fault.reference}</p>}
        <WaysOn {...fault} />
      </Page>
    </Layout>
  );
};
