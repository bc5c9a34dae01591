import { command } from '../../api/browser-client.js';
import { beginSession } from '../../session/session.js';

export const signIn = async (email: string, password: string): Promise<void> =>
  beginSession(await command('signIn', { email: email.trim().toLowerCase(), password }));

/** Uses an access token that Google issued to this browser. */
export const signInWithGoogle = async (accessToken: string): Promise<void> =>
  beginSession(await command('signInWithGoogle', { access_token: accessToken }));

/** The second step of a sign-in answered with a challenge. */
export const completeSignIn = async (challenge: string, code: string): Promise<void> =>
  beginSession(await command('completeSignIn', { challenge, code }));
