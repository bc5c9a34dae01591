import { arriving } from '../../api/arriving.js';
import { query } from '../../api/browser-client.js';
import { currentSession } from '../../session/session.js';

const loadGoogleLink = async () => {
  const [link, options] = await Promise.all([query('getGoogleLink'), query('getSignInOptions')]);
  return { ...link, data: { ...link.data, offered: options.data.google_client_id !== null } };
};

export const loadSecurity = async () => {
  const session = await currentSession();
  return {
    email: session.status === 'signed-in' ? session.user.email : undefined,
    staff: session.status === 'signed-in' && session.user.is_staff,
    secondFactor: arriving(query('getSecondFactor')),
    googleLink: arriving(loadGoogleLink()),
    sessions: arriving(query('getSessions')),
  };
};
export type SecurityData = Awaited<ReturnType<typeof loadSecurity>>;
