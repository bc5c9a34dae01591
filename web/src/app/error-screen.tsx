import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ApiError } from '../api/api-error.js';
import { Button, LinkButton } from '../components/button/button.js';
import { Page } from '../components/page/page.js';
import styles from './error-screen.module.css';
import { Layout } from './shell/layout.js';

interface Fault {
  readonly status?: number;
  readonly text: string;
  readonly reference?: string | undefined;
}

/** Status and text of whatever a route threw. */
const faultOf = (error: unknown): Fault => {
  if (isRouteErrorResponse(error))
    return { status: error.status, text: error.statusText || String(error.data) };
  if (error instanceof ApiError)
    return {
      ...(error.status && { status: error.status }),
      text: error.message,
      reference: error.correlationId,
    };
  return { text: error instanceof Error ? error.message : 'Unknown error' };
};

const adviceFor = (status: number | undefined): string =>
  status === 404
    ? 'There is no such screen here. The address may have a typing mistake, or the trend may be gone.'
    : 'Nothing you entered was changed by this. Try again, or start over from the trends.';

/** What anybody sees of an error that no screen caught. */
export const ErrorScreen = () => {
  const { status, text, reference } = faultOf(useRouteError());
  return (
    <Layout>
      <Page title="Unexpected Application Error!" lead={adviceFor(status)} measure="reading">
        <p className={styles.fault} role="alert">
          {status && <strong>{status}</strong>} {text}
        </p>
        {reference && <p className={styles.reference}>Reference {reference}</p>}
        <div className={styles.actions}>
          <LinkButton to="/see_concepts">Browse Trends</LinkButton>
          {status !== 404 && (
            <Button variant="secondary" onClick={() => location.reload()}>
              Try again
            </Button>
          )}
        </div>
      </Page>
    </Layout>
  );
};
