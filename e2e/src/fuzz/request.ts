/** Who sends a request: a person of the world by number, or one of those whom no one may let in. */
export type Who =
  | { readonly is: 'customer' | 'staff'; readonly number: number }
  | { readonly is: 'nobody' | 'garbage' | 'expired' | 'ended' | 'another audience' };

/** What has to come of a request. */
export type Expectation =
  /** It is a request as the contract has it: the product may say no, and not that it does not understand. */
  | 'understood'
  | 'refused'
  | 'not let in'
  | 'no such method'
  /** Any answer but a fault. */
  | 'no fault';

export interface Wanted {
  readonly kind: string;
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | undefined;
  /** Bytes of the body that are sent before the connection is ended; all of them when it does not say. */
  readonly cutAt?: number | undefined;
  readonly who: Who;
  /** The last two numbers of an address of this machine. */
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

/** A request as one line of a shell. @param authorization what its sender shows */
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
