import { hash } from 'node:crypto';

/** Bytes of a SHA-256. */
export const hashLength = 32;

/** Taken as text of one character a byte: the quickest way out of OpenSSL and into a buffer of the pool. */
export const sha256 = (bytes: Buffer | string): Buffer =>
  Buffer.from(hash('sha256', bytes, 'binary'), 'latin1');

/** What goes before the bytes that are hashed, so that one kind can never pass for another (RFC 6962, 2.1). */
const leafMark = 0;
const nodeMark = 1;
const linkMark = 2;

const pairScratch = Buffer.alloc(1 + 2 * hashLength);

const hashPair = (mark: number, first: Buffer, second: Buffer): Buffer => {
  pairScratch[0] = mark;
  pairScratch.set(first, 1);
  pairScratch.set(second, 1 + hashLength);
  return sha256(pairScratch);
};

/** The leaf of an event: it commits to what everyone may see and to what no one may, each as a hash. */
export const eventLeaf = (shown: Buffer, kept: Buffer): Buffer => hashPair(leafMark, shown, kept);

/** The leaf of a text. */
export const textLeaf = (text: string): Buffer => sha256(Buffer.from(`\u0000${text}`, 'utf8'));

/** The node above two others. */
export const nodeOf = (left: Buffer, right: Buffer): Buffer => hashPair(nodeMark, left, right);

/** The head of a chain after one more leaf. */
export const linked = (head: Buffer, leaf: Buffer): Buffer => hashPair(linkMark, head, leaf);

/** The head of a chain without a link. */
export const chainStart = Buffer.alloc(hashLength);

/** The root of a tree without a leaf. */
export const emptyRoot = sha256('');
