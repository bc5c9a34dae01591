import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Link, type Location, Outlet, ScrollRestoration, useLocation, useParams } from 'react-router-dom';
import { place$ } from '../place.js';
import { useIsAwaited } from '../use-is-awaited.js';
import { ConnectionBanner } from './connection.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { ProofPrompt } from './proof-prompt.js';
import styles from './shell.module.css';

/** Page content; `full` makes it at least as high as the window allows. */
const Container = ({ full = false, children }: { full?: boolean; children: ReactNode }) => (
  <div className={`${styles.container} ${full ? (styles.full ?? '') : ''}`}>
    <main id="main" className={styles.main}>
      {children}
    </main>
  </div>
);

/** After a navigation the focus is on the new screen's heading, as after a page load. */
const useFocusOnNavigation = (pathname: string) => {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [pathname]);
};

/** Moves the focus without another history entry, in which a form would lose what it keeps in this one. */
const skip = (event: MouseEvent) => {
  event.preventDefault();
  document.querySelector<HTMLElement>('main h1')?.focus();
};

/** Every page load has the same history key, so pages are distinguished by address instead. */
const placeOfScroll = ({ key, pathname, search }: Location): string =>
  key === 'default' ? pathname + search : key;

/** Header, page, footer. Publishes route parameters and location. */
export const Layout = ({ children }: { children?: ReactNode }) => {
  const params = useParams();
  const location = useLocation();
  const awaited = useIsAwaited();
  useLayoutEffect(() => place$.next({ params, location }), [params, location]);
  useFocusOnNavigation(location.pathname);
  return (
    <>
      <Link className={styles.skip} to="#main" onClick={skip}>
        Skip to content
      </Link>
      {awaited && <div className={styles.pending} />}
      <ConnectionBanner />
      <Header />
      <Container>{children ?? <Outlet />}</Container>
      <Footer />
      <ProofPrompt />
      <ScrollRestoration getKey={placeOfScroll} />
    </>
  );
};

/** Without header and footer, full height: sign-in. */
export const BareLayout = () => {
  useFocusOnNavigation(useLocation().pathname);
  return (
    <Container full>
      <Outlet />
    </Container>
  );
};
