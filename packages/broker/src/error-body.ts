import { BrokerError, type BrokerErrorKind } from './broker-error.js';

/** Bodies of errors are `{code, message}`, `{message}` or a bare text; all three are documented or seen. */
const partsOf = (text: string): { message?: string; code?: number } => {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'string') return { message: body };
    if (typeof body !== 'object' || body === null) return {};
    const { message, code } = body as { message?: unknown; code?: unknown };
    return {
      ...(typeof message === 'string' ? { message } : {}),
      ...(typeof code === 'number' ? { code } : {}),
    };
  } catch {
    return text.length > 0 && text.length < 200 && !text.startsWith('<') ? { message: text } : {};
  }
};

/** Statuses about the request, which the broker always explains. */
const explained = new Set([400, 403, 422]);

/** Such a status without an explanation comes from an intermediary: it is not the broker's answer. */
const kindOf = (status: number, isExplained: boolean): BrokerErrorKind => {
  if (status === 429) return 'limited';
  const inBetween = explained.has(status) && !isExplained;
  return status >= 500 || status === 408 || inBetween ? 'unavailable' : 'refused';
};

const longestMessage = 300;

/** The broker's text without the request's confidential values, in case the broker quoted them. */
const discreet = (message: string, confidential: readonly string[]): string =>
  confidential
    .filter((text) => text.length > 1)
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, '…'), message)
    .slice(0, longestMessage);

/** The error for an answer other than 2xx. */
export const errorOf = async (
  response: Response,
  confidential: readonly string[] = [],
): Promise<BrokerError> => {
  const { message, code } = partsOf(await response.text().catch(() => ''));
  return new BrokerError(`the broker answered ${response.status}`, {
    ...(message === undefined ? {} : { words: discreet(message, confidential) }),
    kind: kindOf(response.status, message !== undefined),
    status: response.status,
    code,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
};
