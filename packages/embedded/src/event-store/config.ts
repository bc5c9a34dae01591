import {
  databaseUrlVariable,
  FatalFault,
  processVariables,
  wholeNumberVariable,
} from '@groundswell/platform';
import { z } from 'zod';

const day = 24 * 60 * 60;

/** Settings of the event store, from the launcher or the test stack. */
export const configSchema = z.object({
  ...processVariables,
  /** A dedicated database. */
  DATABASE_URL: databaseUrlVariable,
  /** Seconds between scavenges; 0 runs them only on request. */
  SCAVENGE_SECONDS: wholeNumberVariable(0, 20 * day, day),
  /**
   * Directory of users and certificates, created at the first start. When unset, the server neither encrypts nor
   * authenticates, which allows measuring the cost of both.
   */
  SECURITY_DIR: z.string().min(1).optional(),
});

const loopback = /^(localhost|::1|127(\.\d{1,3}){3})$/;

/** @throws FatalFault when anyone on the network could read and write the log */
export const refuseOpenStore = ({ HOST, SECURITY_DIR }: z.output<typeof configSchema>): void => {
  if (SECURITY_DIR !== undefined || loopback.test(HOST)) return;
  throw new FatalFault(
    'HOST is reachable from other machines, but the event store has neither users nor TLS: set SECURITY_DIR, or HOST=127.0.0.1.',
  );
};

/** Names and addresses clients use to reach the server. */
export const hostsOf = (host: string): readonly string[] => {
  const here = ['localhost', '127.0.0.1', '::1'];
  return here.includes(host) || host === '0.0.0.0' || host === '::' ? here : [...here, host];
};
