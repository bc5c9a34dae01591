import { redirect } from 'react-router-dom';
import { takeRedirectTarget } from '../session/redirect-target.js';
import { signOut } from '../session/session.js';

/** Milliseconds to reach the server while the page still exists; some browsers send nothing afterwards. */
const patience = 1_000;

/** Ends the session, then reloads at the sign-in screen, so that none of it stays in memory. */
export const logOut = async () => {
  await Promise.race([signOut(), new Promise((goOn) => setTimeout(goOn, patience))]);
  location.replace('/login');
  return null;
};

/** After sign-in: to where the person was going, or home. */
export const loadLastUrl = () => redirect(takeRedirectTarget());

export const notFound = () => {
  throw new Response(null, { status: 404, statusText: 'Not Found' });
};
