import { Link } from 'react-router-dom';
import styles from './shell.module.css';
import { ThemeChoice } from './theme-choice.js';

const links = [
  ['/privacy_policy', 'Privacy Policy'],
  ['/terms_of_service', 'Terms of Service'],
  ['/sign_up', 'Join Waitlist'],
  ['/login', 'Log In'],
] as const;

export const Footer = () => (
  <footer className={styles.footer}>
    <div className={styles.inner}>
      <nav aria-label="Footer">
        <ul className={styles.links}>
          {links.map(([to, text]) => (
            <li key={to}>
              <Link className={styles.link} to={to}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.end}>
        <ThemeChoice />
        <p>© {new Date().getFullYear()} Groundswell</p>
      </div>
    </div>
  </footer>
);
