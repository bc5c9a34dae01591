import { LinkButton } from '../../components/button/button.js';
import styles from './trend.module.css';

export const TrendNotFound = () => (
  <div className={styles.missing}>
    <title>Trend not found · Groundswell</title>
    <h1 tabIndex={-1}>We couldn’t find that trend</h1>
    <p>The address may have a typo. Browse all trends instead.</p>
    <LinkButton to="/see_concepts">Browse Trends</LinkButton>
  </div>
);
