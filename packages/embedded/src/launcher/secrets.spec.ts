import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FatalFault, parseConfig } from '@groundswell/platform';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configSchema, refuseDefaultsInProduction, refuseDemoDataInProduction } from './config.js';
import { secretsOf } from './secrets.js';
import { asAnother } from './spec-kit/as-another.js';

const config = parseConfig(configSchema, {});
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('secrets', () => {
  it('are made once, kept, and readable by their owner alone', () => {
    const made = secretsOf(directory, config);
    expect(secretsOf(directory, config)).toStrictEqual(made);
    expect(statSync(join(directory, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(made.vaultMasterKey, 'base64')).toHaveLength(32);
  });

  it('hold a key pair that signs and verifies', () => {
    const { tokenPrivateKey, tokenPublicKey } = secretsOf(directory, config);
    const jwk = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
    const signature = sign(
      null,
      Buffer.from('x'),
      createPrivateKey({ key: jwk(tokenPrivateKey), format: 'jwk' }),
    );
    const publicKey = createPublicKey({ key: jwk(tokenPublicKey), format: 'jwk' });
    expect(verify(null, Buffer.from('x'), publicKey, signature)).toBe(true);
    expect(jwk(tokenPublicKey)).not.toHaveProperty('d');
  });

  it('are not created again when data that needs them exists', () => {
    mkdirSync(join(directory, 'postgresql'));
    expect(() => secretsOf(directory, config)).toThrow(/secrets\.json is missing/);
    writeFileSync(join(directory, 'secrets.json'), '{');
    expect(() => secretsOf(directory, config)).toThrow(/damaged/);
  });

  it('that an older program did not create are added to its own', () => {
    const { redisPassword, ...older } = secretsOf(directory, config);
    writeFileSync(join(directory, 'secrets.json'), JSON.stringify(older));
    mkdirSync(join(directory, 'postgresql'));
    const secrets = secretsOf(directory, config);
    expect(secrets).toMatchObject(older);
    expect(secrets.redisPassword).toHaveLength(32);
    expect(secrets.redisPassword).not.toBe(redisPassword);
    expect(secretsOf(directory, config)).toStrictEqual(secrets);
  });

  it.each(['TOKEN_PRIVATE_KEY', 'TOKEN_PUBLIC_KEY'])('are not made of half a given pair: %s', (name) => {
    const given = parseConfig(configSchema, { [name]: 'given' });
    expect(() => secretsOf(directory, given)).toThrow(
      new FatalFault('TOKEN_PRIVATE_KEY and TOKEN_PUBLIC_KEY belong together: set both, or neither.'),
    );
    expect(existsSync(join(directory, 'secrets.json'))).toBe(false);
  });

  it('of another user are not called damaged', () => {
    secretsOf(directory, config);
    const file = join(directory, 'secrets.json');
    asAnother(directory, file, () =>
      expect(() => secretsOf(directory, config)).toThrow(
        new FatalFault(
          `${file} belongs to another user. Start as that user, or set DATA_DIR to another directory.`,
        ),
      ),
    );
  });

  it('from the environment take precedence', () => {
    const given = parseConfig(configSchema, { VAULT_MASTER_KEY: 'given' });
    expect(secretsOf(directory, given).vaultMasterKey).toBe('given');
  });
});

describe('production', () => {
  it('names everything it needs, and refuses the demo', () => {
    const production = parseConfig(configSchema, {
      NODE_ENV: 'production',
      DEMO_PASSWORD: 'demodemo',
      VAULT_MASTER_KEY: 'x',
    });
    expect(() => refuseDefaultsInProduction(production)).toThrow(
      'Production has no default secrets and no demo data: set PUBLIC_URL, TOKEN_PRIVATE_KEY, TOKEN_PUBLIC_KEY, CHECKPOINT_KEY, ALPACA_DATA_URL, ALPACA_BROKER_URL, ALPACA_KEY_ID, ALPACA_SECRET_KEY, SMTP_URL, MAIL_FROM; unset DEMO_PASSWORD.',
    );
    expect(() => refuseDefaultsInProduction(config)).not.toThrow();
  });

  it('is reachable only over HTTPS', () => {
    const plain = parseConfig(configSchema, { NODE_ENV: 'production', PUBLIC_URL: 'http://invest.test' });
    expect(() => refuseDefaultsInProduction(plain)).toThrow('give PUBLIC_URL as an https:// address');
  });

  it.each(['demo-loaded', 'demo-sign-ins.json'])('never starts on the data of a demo: %s', (left) => {
    const production = parseConfig(configSchema, { NODE_ENV: 'production' });
    expect(() => refuseDemoDataInProduction(production, directory)).not.toThrow();
    writeFileSync(join(directory, left), '');
    expect(() => refuseDemoDataInProduction(production, directory)).toThrow('holds demo data');
    expect(() => refuseDemoDataInProduction(config, directory)).not.toThrow();
  });
});
