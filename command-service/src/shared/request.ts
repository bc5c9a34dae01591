import { randomUUID } from 'node:crypto';
import { type Actor, type Call, headers, type Refusal, refuse } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import type { CommandContext } from '@groundswell/platform/event-store';
import { type Exchange, signedIn } from '@groundswell/platform/http';

export interface CommandOptions {
  readonly now: () => Date;
  /** Whether staff may set when a change took effect: only for demo data. */
  readonly timeTravel: boolean;
  /** A keyed hash: bodies hold values that can be guessed, and the log keeps the hash permanently. */
  readonly digest: (text: string) => string;
}

/** The body of a call; staff calls also have a reason. */
export type RequestBody = Readonly<Record<string, unknown>> & { readonly reason?: string | undefined };

/** Printable ASCII, long enough to be unique, short enough to store. */
const keyPattern = /^[\x21-\x7e]{8,255}$/;
const revisionPattern = /^(?:W\/)?"?(\d{1,15})"?$/;

const wrongHeader = (name: string, message: string): Refusal & { fields: Record<string, string> } => ({
  ...refuse('InvalidRequest'),
  fields: { [name]: message },
});

/** Gives the same text for equal values, whatever the order of keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

const textOf = (call: Call, body: unknown): string => `${call.method} ${call.path} ${canonical(body)}`;

const occurredAtOf = (
  given: string | undefined,
  role: Actor['role'],
  { now, timeTravel }: CommandOptions,
): string | Refusal => {
  const current = now();
  if (given === undefined) return current.toISOString();
  if (!timeTravel || role !== 'staff')
    return wrongHeader(headers.occurredAt, 'Changes take effect when they are made.');
  const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(given)
    ? Date.parse(given)
    : Number.NaN;
  return instant <= current.getTime()
    ? new Date(instant).toISOString()
    : wrongHeader(headers.occurredAt, 'This time isn’t in the past.');
};

/**
 * The context of a request. With an idempotency key the command's id is derived from the caller, the call and
 * the key, so that one person's command can never match another's.
 */
export const contextOf = (
  call: Call,
  body: RequestBody,
  exchange: Exchange,
  options: CommandOptions,
): CommandContext | Refusal => {
  const user = signedIn(exchange);
  const key = exchange.header(headers.idempotencyKey);
  if (key !== undefined && !keyPattern.test(key)) {
    return wrongHeader(headers.idempotencyKey, 'Send 8 to 255 letters, digits or signs.');
  }
  const match = exchange.header(headers.ifMatch);
  const revision = match === undefined ? undefined : revisionPattern.exec(match)?.[1];
  if (match !== undefined && revision === undefined) {
    return wrongHeader(headers.ifMatch, 'Send the revision you last saw.');
  }
  const occurredAt = occurredAtOf(exchange.header(headers.occurredAt), user.role, options);
  if (typeof occurredAt !== 'string') return occurredAt;
  return {
    commandId: key === undefined ? randomUUID() : derivedId('command', user.id, call.path, key),
    requestHash: key === undefined ? undefined : options.digest(textOf(call, body)),
    actor: { id: user.id, role: user.role },
    correlationId: exchange.correlationId,
    occurredAt,
    reason: body.reason,
    expectedRevision: revision === undefined ? undefined : BigInt(revision),
  };
};
