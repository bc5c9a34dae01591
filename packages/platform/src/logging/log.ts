import { type DestinationStream, type Logger, pino } from 'pino';
import { currentCorrelation } from './correlation.js';

export type Log = Logger;

/**
 * Names under which personal data and secrets travel. They should never be handed to a log; where one is all the
 * same, at the top or one level down, it is cut out.
 */
const personal = [
  'email',
  'password',
  'access',
  'refresh',
  'token',
  'authorization',
  'cookie',
  'body',
  'query',
  'first_name',
  'last_name',
  'phone',
  'ssn',
  'dob',
  'bank_account_number',
  'bank_routing_number',
];

/** The parts of an error that cannot quote a row or a request: PostgreSQL's `detail` holds values. */
const describeError = (fault: unknown): unknown => {
  if (!(fault instanceof Error)) return { type: typeof fault };
  const { code } = fault as { code?: unknown };
  return {
    type: fault.name,
    message: fault.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: fault.stack,
    ...(fault.cause === undefined ? {} : { cause: describeError(fault.cause) }),
  };
};

export interface LogOptions {
  readonly service: string;
  readonly level: string;
  /** Standard output unless a test reads along. */
  readonly destination?: DestinationStream | undefined;
}

/** One JSON object a line: time, level, service, correlation id and message. */
export const createLog = ({ service, level, destination }: LogOptions): Log =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => ({ ...currentCorrelation() }),
      serializers: { err: describeError },
      redact: { paths: personal.flatMap((field) => [field, `*.${field}`]), censor: '[cut]' },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
