import { Mark } from '../../components/mark.js';
import styles from './shell.module.css';

/** Before anything else can be drawn. */
export const StartingScreen = () => (
  <div className={styles.starting} role="status">
    <Mark size={56} />
    <p className="for-screen-readers">Loading Groundswell</p>
  </div>
);
