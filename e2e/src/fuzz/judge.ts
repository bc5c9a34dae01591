import { problemSchema, refusals } from '@groundswell/contracts';
import type { Operation } from './operation.js';
import type { Wanted } from './request.js';
import type { Answer } from './send.js';

/** Codes for requests that were not understood, or whose sender was not admitted. */
const notUnderstood = [
  'InvalidRequest',
  'NotSignedIn',
  'NotStaff',
  'NotFound',
  'MethodNotAllowed',
  'LengthRequired',
  'RequestTooLarge',
  'UnsupportedMediaType',
];
/** Refusals that name a fault in the request, which shows that it was validated. */
const byValidation = /^(InvalidRequest|LengthRequired|RequestTooLarge|UnsupportedMediaType|Upload\w+)$/;

/** The code of a refusal; undefined for any other response. */
export const codeOf = ({ headers, body }: Answer): string | undefined => {
  if (!headers['content-type']?.startsWith('application/problem+json')) return undefined;
  try {
    const { code }: { code?: unknown } = JSON.parse(body.toString());
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
};

export const isByValidation = (answer: Answer): boolean => byValidation.test(codeOf(answer) ?? '');

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

/** A future date is refused with its own message: the request was understood. */
const isOfTheProduct = (answer: Answer): boolean => {
  const { code, error } = problemSchema.safeParse(parsed(answer.body)).data ?? {};
  return code === 'InvalidRequest' && error !== refusals.InvalidRequest.message;
};

const expected = ({ expect, method }: Wanted, { call }: Operation, answer: Answer): string[] => {
  const code = codeOf(answer);
  const passing = answer.status === 429 || answer.status === 503;
  const isGiven = answer.status > 0 && answer.status < 400;
  if (expect === 'understood' && notUnderstood.includes(code ?? '') && !isOfTheProduct(answer))
    return [`a request as the contract has it was refused with ${code}`];
  if (expect === 'refused' && isGiven) return ['what has to be refused was taken'];
  if (expect === 'not let in' && !passing && answer.status !== 401 && answer.status !== 403)
    return [`its sender has no business here, and was answered ${answer.status}`];
  if (expect !== 'no such method' || passing) return [];
  const allowed = answer.headers.allow ?? '';
  return answer.status === 405 && allowed.includes(call.method) && !allowed.split(', ').includes(method)
    ? []
    : [`another method was answered ${answer.status}, and allowed: ${allowed || 'nothing'}`];
};

const refusal = (answer: Answer): string[] => {
  const { status, headers } = answer;
  if (status < 400) return [];
  const body = parsed(answer.body);
  const problem = problemSchema.safeParse(body).data;
  if (!headers['content-type']?.startsWith('application/problem+json') || !problem)
    return ['it is no problem document'];
  return [
    ...(Object.hasOwn(refusals, problem.code) ? [] : [`the code ${problem.code} is none that is documented`]),
    ...(problem.status === status ? [] : [`it says ${problem.status} in its body`]),
    ...(problem.correlation_id === headers['x-correlation-id'] ? [] : ['its correlation id is another one']),
    ...([429, 503].includes(status) && !/^\d+$/.test(headers['retry-after'] ?? '')
      ? ['it does not say when to come back']
      : []),
  ];
};

const documented = ({ answers }: Operation, method: string, answer: Answer): string[] => {
  const { status, headers } = answer;
  const types = answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`);
  if (!types) return [`the status ${status} is not documented`];
  if (method === 'HEAD' || types.size === 0) return [];
  const [type = 'none'] = (headers['content-type'] ?? 'none').split(';');
  if (!types.has(type)) return [`the content type ${type} is not documented`];
  const outcome = types.get(type)?.safeParse(parsed(answer.body));
  return outcome?.success === false ? [`its body is not what is documented: ${outcome.error.message}`] : [];
};

const lateness = 'it came after';

/** Whether a problem of a response is only that it came late. */
export const isLate = (problem: string): boolean => problem.startsWith(lateness);

/**
 * Faults in a response, as text; empty when it is correct.
 * @param longest milliseconds a response may take
 */
export const judge = (operation: Operation, wanted: Wanted, answer: Answer, longest: number): string[] => {
  const { status, ms, fault } = answer;
  const late = ms > longest ? [`${lateness} ${Math.round(ms)} ms`] : [];
  // The client had already disconnected.
  if (wanted.cutAt !== undefined)
    return [...late, ...(status >= 500 && status !== 503 ? [`it was ${status}`] : [])];
  if (status === 0) return [`no answer: ${fault}`];
  if (status >= 500 && status !== 503) return [`it was ${status}: ${answer.body.toString().slice(0, 300)}`];
  return [
    ...late,
    ...(wanted.method === 'HEAD' ? [] : refusal(answer)),
    ...documented(operation, wanted.method, answer),
    ...expected(wanted, operation, answer),
    ...(headersMissing(answer) ? ['it lacks nosniff'] : []),
  ];
};

const headersMissing = ({ headers }: Answer): boolean => headers['x-content-type-options'] !== 'nosniff';
