import { LinkButton } from '../../components/button/button.js';
import styles from './trend.module.css';

export const TrendNotFound = () => (
  <div className={styles.missing}>
    <title>No such trend · Groundswell</title>
    <h1 tabIndex={-1}>There is no such trend</h1>
    <p>The address may have a typing mistake. All trends there are stand on one page.</p>
    <LinkButton to="/see_concepts">Browse Trends</LinkButton>
  </div>
);
