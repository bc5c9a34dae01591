import { routes } from '@groundswell/contracts/routes';
import type { ClientOptions } from './client-options.js';
import { addressOf, type ParamsFor, type QueryFor, type QueryName, type ResponseFor } from './endpoints.js';
import { followRedirect } from './redirect.js';
import type { SessionRequest } from './request.js';

export interface Answered<Data> {
  readonly data: Data;
  /** The read model did not yet include this browser's last write. */
  readonly stale: boolean;
  /** Log position of the response. */
  readonly position: string | null;
}

type QueryOptions<Name extends QueryName> = {
  params?: ParamsFor<Name> & Record<string, string>;
  query?: QueryFor<Name> & Record<string, string>;
};

/** The calls that read; of the read side, what they read includes this browser's last write. */
export const createQueries = (
  around: Pick<ClientOptions, 'readAfter' | 'origin' | 'leaveFor'>,
  request: SessionRequest,
) => {
  const reading = (path: string): Record<string, string> => {
    const after = path.startsWith('/api/') ? around.readAfter.current() : undefined;
    return after ? { 'read-after': after } : {};
  };

  return {
    /** Sends a query to the read side. */
    async query<Name extends QueryName>(
      name: Name,
      { params, query }: QueryOptions<Name> = {},
    ): Promise<Answered<ResponseFor<Name>>> {
      const { path } = routes[name];
      const { response, body } = await request(path, addressOf(path, params, query), {
        method: 'GET',
        headers: { accept: 'application/json', ...reading(path) },
      });
      followRedirect(body, around);
      return {
        data: body as ResponseFor<Name>,
        stale: response.headers.get('read-stale') === 'true',
        position: response.headers.get('read-position'),
      };
    },

    /** Reads a URL given by the caller, such as a select's options. */
    async getFrom(address: string, signal?: AbortSignal): Promise<unknown> {
      const { body } = await request(address, address, {
        method: 'GET',
        headers: { accept: 'application/json' },
        ...(signal && { signal }),
      });
      return body;
    },

    /** Reads a text, such as a CSV file. */
    async queryText<Name extends QueryName>(
      name: Name,
      asked: QueryFor<Name> & Record<string, string>,
    ): Promise<string> {
      const { path } = routes[name];
      const init = { method: 'GET', headers: reading(path) };
      const { text } = await request(path, addressOf(path, {}, asked), init);
      return text;
    },
  };
};
