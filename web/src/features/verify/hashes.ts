type Bytes = Uint8Array<ArrayBuffer>;

const text = new TextEncoder();

/** SHA-256, computed by the browser. */
const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Browsers provide cryptography only on https and on localhost. */
export const canHash = (): boolean => 'subtle' in globalThis.crypto;

const toHex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const joined = (mark: number, ...parts: Bytes[]): Bytes => {
  const bytes = new Uint8Array(1 + parts.reduce((length, part) => length + part.length, 0));
  bytes[0] = mark;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/** Head of an empty chain. */
export const chainStart = (): string => '0'.repeat(64);

export const hashOfText = async (line: string): Promise<string> => toHex(await sha256(text.encode(line)));

/** An event's leaf in the chain and the tree: its public part as received, its private part as a hash. */
export const eventLeaf = async (record: string, privateHash: string): Promise<string> =>
  toHex(await sha256(joined(0, await sha256(text.encode(record)), fromHex(privateHash))));

export const textLeaf = async (line: string): Promise<string> =>
  toHex(await sha256(joined(0, text.encode(line))));

export const nodeOf = async (left: string, right: string): Promise<string> =>
  toHex(await sha256(joined(1, fromHex(left), fromHex(right))));

export const linked = async (head: string, leaf: string): Promise<string> =>
  toHex(await sha256(joined(2, fromHex(head), fromHex(leaf))));
