import { routes } from '@groundswell/contracts/routes';
import type { ClientOptions } from './client-options.js';
import type { BodyFor, CommandName, ResponseFor } from './endpoints.js';
import { createProvenRequest } from './proven-request.js';
import { followRedirect } from './redirect.js';
import type { SessionRequest } from './request.js';

/** How to send a command. */
export interface Sending {
  /** The same for a repeat of the same submission, so that it is executed once. */
  readonly key?: string;
  /** The revision the change was based on, so that someone else's later change is not overwritten. */
  readonly revision?: string;
  /** Delivers it even if the page is left while it is being sent. */
  readonly keepalive?: boolean;
}

/** How to post. */
export interface Posting extends Pick<Sending, 'key'> {
  readonly signal?: AbortSignal;
  readonly patience?: number;
}

const post = (
  payload: FormData | object,
  { key, revision, keepalive = false }: Sending & { readonly key: string },
): RequestInit => ({
  method: 'POST',
  keepalive,
  headers: {
    accept: 'application/json',
    'idempotency-key': key,
    ...(revision && { 'if-match': `"${revision}"` }),
    ...(!(payload instanceof FormData) && { 'content-type': 'application/json' }),
  },
  body: payload instanceof FormData ? payload : JSON.stringify(payload),
});

const positionIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'position' in body && typeof body.position === 'string'
    ? body.position
    : undefined;

const revisionIn = (answer: Response): string | undefined =>
  /\d+/.exec(answer.headers.get('etag') ?? '')?.[0];

/** The calls that write; later queries include what they wrote. */
export const createCommands = (
  around: Pick<ClientOptions, 'newKey' | 'readAfter' | 'proveAnew' | 'proveFor' | 'origin' | 'leaveFor'>,
  request: SessionRequest,
) => {
  const provenRequest = createProvenRequest(around, request);

  const accepted = (body: unknown): unknown => {
    const position = positionIn(body);
    if (position) around.readAfter.wrote(position);
    followRedirect(body, around);
    return body;
  };

  const send = async (name: CommandName, payload: object, sending: Sending) => {
    const init = post(payload, { ...sending, key: sending.key ?? around.newKey() });
    const answer = await provenRequest(routes[name].path, init);
    accepted(answer.body);
    return answer;
  };

  return {
    /** Posts JSON, or a form with files, to an address named by the caller. */
    async postTo(
      address: string,
      payload: FormData | object,
      { key = around.newKey(), ...limits }: Posting = {},
    ): Promise<unknown> {
      const init = { ...post(payload, { key }), ...limits };
      const { body } = await request(address, address, init);
      return accepted(body);
    },

    /** Sends a command to the write side. */
    async command<Name extends CommandName>(
      name: Name,
      payload: BodyFor<Name>,
      sending: Sending = {},
    ): Promise<ResponseFor<Name>> {
      const { body } = await send(name, payload as object, sending);
      return body as ResponseFor<Name>;
    },

    /** Sends a command, and resolves to the revision of what it changed. */
    async revise<Name extends CommandName>(
      name: Name,
      payload: BodyFor<Name>,
      sending: Sending,
    ): Promise<string | undefined> {
      const { response } = await send(name, payload as object, sending);
      return revisionIn(response);
    },
  };
};
