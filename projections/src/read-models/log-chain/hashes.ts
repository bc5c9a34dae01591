import { hash } from 'node:crypto';

/** Length of a SHA-256 hash in bytes. */
export const hashLength = 32;

/** Uses `binary` text, the fastest way from OpenSSL into a pooled buffer. */
export const sha256 = (bytes: Buffer | string): Buffer =>
  Buffer.from(hash('sha256', bytes, 'binary'), 'latin1');

/** Prefix bytes, so that one kind of hash can never pass for another (RFC 6962, 2.1). */
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

/** The leaf of an event: commits to the hashes of its public and its private part. */
export const eventLeaf = (shown: Buffer, kept: Buffer): Buffer => hashPair(leafMark, shown, kept);

export const textLeaf = (text: string): Buffer => sha256(Buffer.from(`\u0000${text}`, 'utf8'));

/** The parent of two nodes. */
export const nodeOf = (left: Buffer, right: Buffer): Buffer => hashPair(nodeMark, left, right);

/** The head of a chain after one more leaf. */
export const linked = (head: Buffer, leaf: Buffer): Buffer => hashPair(linkMark, head, leaf);

/** The head of an empty chain. */
export const chainStart = Buffer.alloc(hashLength);

/** The root of an empty tree. */
export const emptyRoot = sha256('');
