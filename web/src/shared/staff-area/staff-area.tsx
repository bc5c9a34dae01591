import { NavLink } from 'react-router-dom';
import styles from './staff-area.module.css';

const screens = [
  ['/admin', 'Operations'],
  ['/admin/audit', 'Audit'],
  ['/admin/demand', 'Waitlist demand'],
] as const;

/** Navigation between the screens of the staff area. */
export const StaffArea = () => (
  <nav aria-label="Staff area" className={styles.area}>
    {screens.map(([address, name]) => (
      <NavLink key={address} to={address} end className={styles.link}>
        {name}
      </NavLink>
    ))}
  </nav>
);
