import type { Aim, Beginnings } from './aim.js';
import { flood, requestOf } from './sockets.js';

let counter = 0;
const stranger = (): string => `stranger-${process.pid}-${counter++}@example.net`;

const credentials = (of: string, secret: string): string =>
  requestOf('POST', '/user/token/', { body: JSON.stringify({ email: of, password: secret }) });

/** An address that is known and one that is not, in turn. */
const addresses = (known: string): (() => string) => {
  let turn = 0;
  return () => (turn++ % 2 ? known : stranger());
};

const ofEmail = (path: string, known: string) => {
  const address = addresses(known);
  return () => requestOf('POST', path, { body: JSON.stringify({ email: address() }) });
};

/** Passwords that are tried, and mails that are asked for. */
export const accountAttacks = (aim: Aim) =>
  ({
    'wrong passwords, one network': () =>
      flood(aim.traffic(64, () => credentials(aim.email, 'a wrong password'))),
    'wrong passwords, many networks': () => {
      const address = addresses(aim.email);
      flood(aim.traffic(200, () => credentials(address(), 'a wrong password'), aim.from(200)));
    },
    'sign-ins': () => flood(aim.traffic(64, () => credentials(aim.email, aim.password))),
    'password resets': () => flood(aim.traffic(64, ofEmail('/user/password_reset_request/', aim.email))),
    waitlist: () => flood(aim.traffic(64, ofEmail('/user/register/', aim.email))),
  }) satisfies Partial<Beginnings>;
