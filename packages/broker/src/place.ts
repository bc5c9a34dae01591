import { z } from 'zod';
import { Broker } from './broker.js';

/** Where the Broker API is and what opens it. Spread it into the schema of a process's environment. */
export const brokerVariables = {
  ALPACA_BROKER_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
  ALPACA_KEY_ID: z.string().min(1),
  ALPACA_SECRET_KEY: z.string().min(1),
} as const;

export type BrokerPlace = { readonly [Name in keyof typeof brokerVariables]: string };

/** The Broker API at a place; it is not asked yet. */
export const brokerAt = (place: BrokerPlace): Broker =>
  new Broker({
    baseUrl: place.ALPACA_BROKER_URL,
    keyId: place.ALPACA_KEY_ID,
    secretKey: place.ALPACA_SECRET_KEY,
  });
