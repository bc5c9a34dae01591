import type { ClientOptions } from './client-options.js';
import { createClientSession } from './client-session.js';
import { createCommands } from './commands.js';
import { createExchange } from './exchange.js';
import { createOpenStream } from './open-stream.js';
import { createQueries } from './queries.js';
import { createRequest } from './request.js';

/** Everything the web app asks of the services, in one session. */
export const createClient = (around: ClientOptions) => {
  const exchange = createExchange(around);
  const session = createClientSession(around, exchange);
  const request = createRequest(exchange, session);
  return {
    ...createQueries(around, request),
    ...createCommands(around, request),
    openStream: createOpenStream(around, session),
  };
};
