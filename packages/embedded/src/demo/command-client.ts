import { setTimeout } from 'node:timers/promises';
import {
  type BodyOf,
  type Call,
  calls,
  headers,
  problemSchema,
  type ResponseOf,
  type Session,
} from '@groundswell/contracts';

/** A refused command; `code` is one of the contract's refusal codes. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface CommandOptions {
  /** Repeats with the same key get the response of the first. */
  readonly key?: string;
  /** When it happened, for the demo's history. */
  readonly occurredAt?: Date;
}

export type Send = <C extends Call>(
  call: C,
  body: BodyOf<C>,
  options?: CommandOptions,
) => Promise<ResponseOf<C>>;

/** Signs in and returns functions to send commands as that person and to sign out. */
export const signIn = async (
  serviceUrl: string,
  person: { readonly email: string; readonly password: string },
): Promise<{ send: Send; signOut: () => Promise<void> }> => {
  const session: Session = await post(serviceUrl, calls.signIn, person, {});
  return {
    send: (call, body, options = {}) =>
      post(serviceUrl, call, body, {
        authorization: `Bearer ${session.access}`,
        ...(options.key && { [headers.idempotencyKey]: options.key }),
        ...(options.occurredAt && { 'x-occurred-at': options.occurredAt.toISOString() }),
      }),
    signOut: async () => {
      await post(serviceUrl, calls.signOut, { refresh: session.refresh }, {});
    },
  };
};

/** Answers that say to come back later, and how often that is done. */
const later: readonly number[] = [429, 503];
const mostTurns = 10;

const post = async <C extends Call>(
  serviceUrl: string,
  call: C,
  body: BodyOf<C>,
  given: Record<string, string>,
): Promise<ResponseOf<C>> => {
  const ask = (): Promise<Response> =>
    fetch(new URL(call.path, serviceUrl), {
      method: call.method,
      headers: { 'content-type': 'application/json', ...given },
      body: JSON.stringify(body),
    });
  let response = await ask();
  for (let turn = 1; later.includes(response.status) && turn < mostTurns; turn += 1) {
    await response.arrayBuffer();
    await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    response = await ask();
  }
  if (!response.ok) throw await refusalOf(response, call.path);
  return call.response.parse(await response.json()) as ResponseOf<C>;
};

const refusalOf = async (response: Response, path: string): Promise<CommandRefused> => {
  const problem = problemSchema.safeParse(await response.json().catch(() => undefined));
  const code = problem.data?.code ?? 'Unexpected';
  return new CommandRefused(
    code,
    response.status,
    `${path}: ${response.status} ${code} ${problem.data?.error ?? ''}`,
  );
};
