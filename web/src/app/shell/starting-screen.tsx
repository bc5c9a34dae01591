import { Mark } from '../../components/mark.js';
import styles from './shell.module.css';

/** Shown before anything else can be rendered. */
export const StartingScreen = () => (
  <div className={styles.starting} role="status">
    <Mark size={56} />
    <p className="for-screen-readers">Loading Groundswell</p>
  </div>
);
