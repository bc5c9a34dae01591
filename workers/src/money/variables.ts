import { Broker } from '@groundswell/broker';
import { wholeNumberVariable } from '@groundswell/platform';
import type { MoneySettings } from './dependencies.js';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/**
 * Environment variables for money, apart from the broker's address. Times are in milliseconds. Spread into the
 * schema.
 */
export const moneyVariables = {
  /** Between two comparisons with the broker that find what its messages did not report. */
  RECONCILE_EVERY: wholeNumberVariable(10, day, minute),
  /** The same for people who wait for nothing: a return may come weeks later, and its message may be lost. */
  RECONCILE_ALL_EVERY: wholeNumberVariable(10, 30 * day, day),
  /** How long one call to the broker may take. */
  BROKER_TIMEOUT: wholeNumberVariable(50, 5 * minute, 15 * second),
  /** How long after that the broker may still execute an unanswered call. */
  BROKER_DOUBT_TIME: wholeNumberVariable(0, day, minute),
  /** The pause after the first failure, and the longest pause. */
  RETRY_FIRST: wholeNumberVariable(1, day, second),
  RETRY_MOST: wholeNumberVariable(1, day, minute),
  /** How long a step may keep failing before it waits for an operator. */
  PARK_AFTER: wholeNumberVariable(0, 30 * day, 30 * minute),
  /** Between two sweeps for steps whose job Redis lost. */
  SWEEP_EVERY: wholeNumberVariable(10, day, 5 * second),
} as const;

interface MoneyTimes extends Readonly<Record<keyof typeof moneyVariables, number>> {}

export const moneySettingsOf = (times: MoneyTimes): MoneySettings => ({
  timeout: times.BROKER_TIMEOUT,
  doubt: times.BROKER_DOUBT_TIME,
  patience: { first: times.RETRY_FIRST, most: times.RETRY_MOST, parkAfter: times.PARK_AFTER },
  reconcileEvery: times.RECONCILE_EVERY,
  reconcileAllEvery: times.RECONCILE_ALL_EVERY,
  sweepEvery: times.SWEEP_EVERY,
});

interface BrokerAddress {
  readonly ALPACA_BROKER_URL: string;
  readonly ALPACA_KEY_ID: string;
  readonly ALPACA_SECRET_KEY: string;
  readonly BROKER_TIMEOUT: number;
}

/** A client that gives up quickly, since steps have their own retry rules. */
export const moneyBroker = (place: BrokerAddress): Broker =>
  new Broker({
    baseUrl: place.ALPACA_BROKER_URL,
    keyId: place.ALPACA_KEY_ID,
    secretKey: place.ALPACA_SECRET_KEY,
    timeout: place.BROKER_TIMEOUT,
    attempts: 2,
  });
