import { LinkButton } from '../../components/button/button.js';
import { Page } from '../../components/page/page.js';

export const TrendNotFound = () => (
  <Page
    title="We couldn’t find that trend"
    lead="The address may have a typo. Browse all trends instead."
    measure="reading"
  >
    <LinkButton to="/see_concepts">Browse Trends</LinkButton>
  </Page>
);
