import { createPublicKey, verify } from 'node:crypto';
import { keyIdOf, type SigningKey } from './signing-key.js';

/** A published public key. The first is self-signed; each later one is signed with the previous key. */
export interface KeyStatement {
  readonly id: string;
  /** The 32 bytes of the Ed25519 public key, base64. */
  readonly public_key: string;
  /** When it was first used, ISO 8601. */
  readonly since: string;
  /** `id` of the key that signed this one; null for the first. */
  readonly predecessor: string | null;
  /** Ed25519 over the text of the statement, base64. */
  readonly signature: string;
}

/** The signed text: one line for each fact, each ended by a line feed. */
const statementText = ({ public_key, since, predecessor }: Omit<KeyStatement, 'id' | 'signature'>): string =>
  [
    'groundswell checkpoint key 1',
    `key ${public_key}`,
    `since ${since}`,
    `predecessor ${predecessor ?? '-'}`,
    '',
  ].join('\n');

/** Creates a signed key statement. @param predecessor the key it succeeds; undefined for the first */
export const stateKey = (key: SigningKey, since: Date, predecessor: SigningKey | undefined): KeyStatement => {
  const facts = {
    public_key: key.publicKey,
    since: since.toISOString(),
    predecessor: predecessor?.id ?? null,
  };
  return { id: key.id, ...facts, signature: (predecessor ?? key).sign(statementText(facts)) };
};

/** Whether a signature over a text was made with a key. */
export const isSignedBy = (publicKey: string, text: string, signature: string): boolean => {
  try {
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
};

const isWhole = ({ id, public_key }: KeyStatement): boolean =>
  keyIdOf(Buffer.from(public_key, 'base64')) === id;

/**
 * The trusted keys by id: the first that signed itself, and each one signed by a trusted key. The dates do not order them: the
 * clock may have been wrong when one was first used.
 */
export const trustedKeys = (statements: readonly KeyStatement[]): ReadonlyMap<string, string> => {
  const isBy = (signer: string, statement: KeyStatement): boolean =>
    isSignedBy(signer, statementText(statement), statement.signature);
  const whole = statements.filter(isWhole);
  const root = whole.find((each) => each.predecessor === null && isBy(each.public_key, each));
  const trusted = new Map<string, string>();
  for (let next = root ? [root] : []; next.length > 0; ) {
    for (const { id, public_key } of next) trusted.set(id, public_key);
    next = whole.filter((each) => {
      const signer = trusted.has(each.id) ? undefined : trusted.get(each.predecessor ?? '');
      return signer !== undefined && isBy(signer, each);
    });
  }
  return trusted;
};
