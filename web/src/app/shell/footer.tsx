import { Link } from 'react-router-dom';
import styles from './shell.module.css';
import { ThemeChoice } from './theme-choice.js';

const Item = ({ to, children }: { to: string; children: string }) => (
  <li>
    <Link className={styles.link} to={to}>
      {children}
    </Link>
  </li>
);

export const Footer = () => (
  <footer className={styles.footer}>
    <div className={styles.inner}>
      <nav aria-label="Footer">
        <ul className={styles.links}>
          <Item to="/privacy_policy">Privacy Policy</Item>
          <Item to="/terms_of_service">Terms of Service</Item>
          <Item to="/method">Method</Item>
          <Item to="/verify">Verify</Item>
          <Item to="/sign_up">Join Waitlist</Item>
        </ul>
      </nav>
      <div className={styles.end}>
        <ThemeChoice />
        <p>© {new Date().getFullYear()} Groundswell</p>
      </div>
    </div>
  </footer>
);
