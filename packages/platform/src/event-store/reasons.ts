import {
  AccessDeniedError,
  DeadlineExceededError,
  isCommandError,
  NotLeaderError,
  TimeoutError,
} from '@eventstore/db-client';
import { messageOf } from '../faults.js';

/** Why the event store does not answer, and what to do about it. Each is a sentence without its full stop. */
const denied = {
  stranger: 'the event store refuses the user or the password in EVENTSTORE_URL: correct them',
  nobody:
    'the event store denies access: put a user of its group $admins into EVENTSTORE_URL, as user:password@ before the host',
} as const;

export const leaderless =
  'the event store has no leader at this moment: wait for the election, or check the nodes of its cluster';

export const nothingListens =
  'the event store cannot be reached: nothing listens where EVENTSTORE_URL points; start it, or correct the address';

const late =
  'the event store did not answer in time: check whether its node is overloaded or has stopped responding';

/** A node that is told to stop ends its calls this way a few seconds later. */
const cutOff = /Call ended without gRPC status/;

/** The message of the client or the node, and its cause. The first match counts. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/no leader info|leader info available/i, leaderless],
  [
    /certificate|altname|CERT_/i,
    'the certificate of the event store is not trusted: name the CA that signed it in EVENTSTORE_URL, as tlsCAFile=<file>, and its host as the certificate does',
  ],
  [
    /wrong version number|packet length too long|EPROTO/,
    'the event store does not speak TLS: put tls=false into EVENTSTORE_URL, or turn on TLS at the node',
  ],
  [
    /Last error: Failed to connect|Protocol error/,
    'the event store ends the connection: if its node speaks TLS, remove tls=false from EVENTSTORE_URL',
  ],
  [
    /Name resolution failed|ENOTFOUND|EAI_AGAIN/,
    'the host name of the event store can’t be resolved: correct EVENTSTORE_URL, or check DNS',
  ],
  [/ECONNREFUSED/, nothingListens],
  [
    /EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|Failed to discover/,
    'the event store cannot be reached: no node answers where EVENTSTORE_URL points; check its nodes, the network and the address',
  ],
  [cutOff, 'the event store ended the call: its node is stopping; start it, or wait for another leader'],
  [/Server Is Not Ready/, 'the event store is starting: wait until its node is ready'],
  [/Server Is (Too )?Busy/, 'the event store is too busy to answer: lower its load'],
  [/DEADLINE_EXCEEDED|timed out/i, late],
];

/** Why a request was refused for who asked; undefined of other failures. */
export const denialOf = (error: unknown): string | undefined => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 16) return denied.stranger;
  return code === 7 || error instanceof AccessDeniedError ? denied.nobody : undefined;
};

/** Whether a node without a leader, or one that is none, was asked for what only a leader answers. */
export const isLeaderless = (error: unknown): boolean =>
  error instanceof NotLeaderError ||
  (isCommandError(error as Error) && /no leader info/i.test(messageOf(error)));

/** Whether a node has ended a call without saying how it went. */
export const isCutOff = (error: unknown): boolean => cutOff.test(messageOf(error));

/** A cause with what to do about it. */
export const reasonOf = (error: unknown): string =>
  denialOf(error) ??
  (isLeaderless(error) ? leaderless : undefined) ??
  (error instanceof DeadlineExceededError || error instanceof TimeoutError ? late : undefined) ??
  causes.find(([pattern]) => pattern.test(messageOf(error)))?.[1] ??
  'the event store cannot be reached';

/** Whether a place lies within an event of the log: another log, or another state of it, was read up to there. */
export const isInvalidPosition = (error: unknown): boolean => /invalid ?position/i.test(messageOf(error));
