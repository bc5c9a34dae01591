import { useAsyncError, useLocation } from 'react-router-dom';
import { ApiError } from '../../api/api-error.js';
import { LinkButton } from '../../components/button/button.js';
import { Page } from '../../components/page/page.js';
import { FailureNotice } from '../../shared/attempt/failure-notice.js';

/** Nothing is at the address: no trend, or none on that day, as in a link to a day before it began. */
export const TrendNotFound = () => {
  const failure = useAsyncError();
  const { pathname, search } = useLocation();
  const isDay = failure instanceof ApiError && failure.status === 400;
  if (isDay && new URLSearchParams(search).has('as_of'))
    return (
      <Page title="We couldn’t show that day" measure="reading">
        <FailureNotice failure={failure} />
        <p style={{ marginTop: 24 }}>
          <LinkButton to={pathname}>See the trend today</LinkButton>
        </p>
      </Page>
    );
  return (
    <Page
      title="We couldn’t find that trend"
      lead="The address may have a typo. Browse all trends instead."
      measure="reading"
    >
      <LinkButton to="/see_concepts">Browse Trends</LinkButton>
    </Page>
  );
};
