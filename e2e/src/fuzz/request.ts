/** Sender of a request: a person of the world by number, or a sender that must not be admitted. */
export type Who =
  | { readonly is: 'customer' | 'staff'; readonly number: number }
  | { readonly is: 'nobody' | 'garbage' | 'expired' | 'ended' | 'another audience' };

/** The expected outcome of a request. */
export type Expectation =
  /** It follows the contract: the product may refuse it, but not as malformed. */
  | 'understood'
  | 'refused'
  | 'not let in'
  | 'no such method'
  /** Any response but a server fault. */
  | 'no fault';

export interface Wanted {
  readonly kind: string;
  readonly method: string;
  /** Path and query as sent over the wire. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | undefined;
  /** Bytes of the body to send before closing the connection; all when unset. */
  readonly cutAt?: number | undefined;
  readonly who: Who;
  /** The last two numbers of this machine's address to send from. */
  readonly from: readonly [number, number];
  readonly expect: Expectation;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bodyOf = (body: Buffer): string => {
  const text = body.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(body) && !/[\0\r\n]/.test(text);
  if (isText) return `--data-binary ${quoted(text)}`;
  return `--data-binary @<(echo ${body.toString('base64')} | base64 -d)`;
};

/** A request as a shell command line. @param authorization of its sender */
export const curlOf = (url: string, wanted: Wanted, authorization: string | undefined): string =>
  [
    'curl -isS --path-as-is',
    `--interface 127.9.${wanted.from.join('.')}`,
    `-X ${wanted.method}`,
    ...wanted.headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(authorization === undefined ? [] : [`-H ${quoted(`authorization: ${authorization}`)}`]),
    ...(wanted.body ? [bodyOf(wanted.body)] : []),
    quoted(url + wanted.target),
    ...(wanted.cutAt === undefined ? [] : [`# the connection ends after ${wanted.cutAt} bytes of the body`]),
  ].join(' ');
