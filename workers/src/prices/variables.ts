import { Broker, MarketData } from '@groundswell/broker';
import { httpUrlVariable } from '@groundswell/platform';
import { z } from 'zod';

/** Environment variables for prices. Spread into the schema of the process. */
export const priceVariables = {
  ALPACA_DATA_URL: httpUrlVariable,
  ALPACA_BROKER_URL: httpUrlVariable,
  ALPACA_KEY_ID: z.string().min(1),
  ALPACA_SECRET_KEY: z.string().min(1),
} as const;

interface BrokerPlace {
  readonly ALPACA_DATA_URL: string;
  readonly ALPACA_BROKER_URL: string;
  readonly ALPACA_KEY_ID: string;
  readonly ALPACA_SECRET_KEY: string;
}

/** Clients of the two hosts. Broker API keys work for both. */
export const brokerClients = (place: BrokerPlace): { broker: Broker; data: MarketData } => {
  const keys = { keyId: place.ALPACA_KEY_ID, secretKey: place.ALPACA_SECRET_KEY };
  return {
    broker: new Broker({ ...keys, baseUrl: place.ALPACA_BROKER_URL }),
    data: new MarketData({ ...keys, baseUrl: place.ALPACA_DATA_URL }),
  };
};
