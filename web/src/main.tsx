import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { keepFocus } from './app/kept-focus.js';
import { movedTo$ } from './app/place.js';
import { router } from './app/router.js';
import { currentSession, followOtherTabs } from './session/session.js';

// Looks up the signed-in person immediately; a failure is shown by the screens that need to know.
currentSession().catch(() => undefined);
followOtherTabs();

const App = () => {
  // Not before the provider has subscribed: the router keeps for it what comes while no one has.
  useEffect(() => router.subscribe(({ location }) => movedTo$.next(location.key)), []);
  return <RouterProvider router={router} />;
};

const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root to draw in.');
keepFocus(root);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
