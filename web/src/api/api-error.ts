import type { Problem } from '@groundswell/contracts';

/** A failed call, with a message a person can act on. Status 0: there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, string>>;
  /** With `SecondFactorNeeded`: completes the sign-in together with a code. */
  readonly challenge: string | undefined;
  /** People quote it to support. */
  readonly correlationId: string | undefined;

  constructor(problem: Pick<Problem, 'status' | 'code' | 'error'> & Partial<Problem>) {
    super(problem.error);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.fields = problem.fields ?? {};
    this.challenge = problem.challenge;
    this.correlationId = problem.correlation_id;
  }
}

export const timedOut = () => new ApiError({ status: 408, code: 'TimedOut', error: 'Request Timed Out' });

export const unreachable = () =>
  new ApiError({
    status: 0,
    code: 'Unreachable',
    error: 'We can’t reach Groundswell. Check your connection and try again.',
  });

export const outrunCode = 'Outrun';

/** Someone else changed the data first; nothing was overwritten. */
export const outrun = (words: string) => new ApiError({ status: 409, code: outrunCode, error: words });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined;

/** The message for an answer without one. */
const wordsFor = (status: number): string => {
  if (status === 400) return 'Bad Request';
  if (status === 408) return 'Request Timed Out';
  if (status === 413) return 'This is too large to send.';
  if (status === 429) return 'Too many attempts. Wait a minute, then try again.';
  if (status >= 500) return 'Something went wrong on our side. Try again in a moment.';
  return 'That didn’t work. Try again.';
};

/** Parses a refusal. A failure's body may be anything, even a proxy's page: nothing is trusted. */
export const errorOf = (status: number, body: unknown): ApiError => {
  const problem = isRecord(body) ? body : {};
  const fields = isRecord(problem.fields)
    ? Object.fromEntries(
        Object.entries(problem.fields).filter(([, text]) => textOf(text)) as [string, string][],
      )
    : {};
  const challenge = textOf(problem.challenge);
  const correlationId = textOf(problem.correlation_id);
  return new ApiError({
    status,
    code: textOf(problem.code) ?? `Http${status}`,
    error: textOf(problem.error) ?? wordsFor(status),
    fields,
    ...(challenge && { challenge }),
    ...(correlationId && { correlation_id: correlationId }),
  });
};
