import { Link, useLocation } from 'react-router-dom';
import { LinkButton } from '../../components/button/button.js';
import { Mark } from '../../components/mark.js';
import { session$ } from '../../session/session.js';
import { signUpAddress } from '../../shared/sign-up-address.js';
import { place$ } from '../place.js';
import { useObserved } from '../use-observed.js';
import { liesIn } from './lies-in.js';
import styles from './shell.module.css';

interface ItemProps {
  to: string;
  children: string;
  /** Further paths on which this link is the current one. */
  also?: readonly string[];
}

const Item = ({ to, children, also = [] }: ItemProps) => {
  const { pathname } = useLocation();
  return (
    <li>
      <Link
        className={styles.link}
        to={to}
        aria-current={liesIn(pathname, [to, ...also]) ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  );
};

const cashPlaces = ['/add_ach_method', '/transfer_funds', '/transfer'];

const VisitorLinks = () => {
  const { params } = useObserved(place$);
  return (
    <>
      <Item to="/see_concepts">Browse Trends</Item>
      <Item to="/login">Log In</Item>
      <li className={styles.join}>
        <LinkButton to={signUpAddress(params.concept_id)}>Join Waitlist</LinkButton>
      </li>
    </>
  );
};

/** For someone with tokens, while their identity is unknown. */
const HolderLinks = () => (
  <>
    <Item to="/see_concepts">Browse Trends</Item>
    <Item to="/logout/">Logout</Item>
  </>
);

const MemberLinks = ({ staff }: { staff: boolean }) => (
  <>
    <Item to="/see_concepts/">See Trends</Item>
    <Item to="/see_ach_methods/" also={cashPlaces}>
      Cash
    </Item>
    <Item to="/make_alpaca_account">Account</Item>
    {staff && <Item to="/create_new_concept">Create Concept</Item>}
    {staff && <Item to="/admin">Admin</Item>}
    <Item to="/security">Security</Item>
    <Item to="/logout/">Logout</Item>
  </>
);

export const Header = () => {
  const session = useObserved(session$);
  return (
    <header className={styles.header} data-session={session.status}>
      <Link className={styles.logo} to="/">
        <Mark />
        <span>Groundswell</span>
      </Link>
      <nav aria-label="Main">
        <ul className={styles.links}>
          {session.status === 'unknown' && <HolderLinks />}
          {session.status === 'signed-out' && <VisitorLinks />}
          {session.status === 'signed-in' && <MemberLinks staff={session.user.is_staff} />}
        </ul>
      </nav>
    </header>
  );
};
