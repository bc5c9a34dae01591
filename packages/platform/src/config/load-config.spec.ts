import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from './load-config.js';
import { databaseUrlVariable, flagVariable, processVariables } from './variables.js';

const schema = z.object({
  ...processVariables,
  DATABASE_URL: databaseUrlVariable,
  TOKEN_PRIVATE_KEY: z.string(),
  DEMO: flagVariable,
});
const good = { DATABASE_URL: 'postgres://localhost/x', TOKEN_PRIVATE_KEY: 'k' };

describe('configuration', () => {
  it('parses variables and fills in what has a default', () => {
    expect(parseConfig(schema, { ...good, PORT: '8100', DEMO: 'true' })).toEqual({
      ...good,
      NODE_ENV: 'development',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: 8100,
      DEMO: true,
    });
  });

  it('names every fault in one message', () => {
    const faulty = { DATABASE_URL: 'mysql://x', PORT: '99999', NODE_ENV: 'staging' };
    expect(() => parseConfig(schema, faulty)).toThrow(
      'Wrong configuration: NODE_ENV must be development, test or production; PORT must be at most 65535; ' +
        'DATABASE_URL must be an address that starts with postgres:// or postgresql://; ' +
        'TOKEN_PRIVATE_KEY is not set.',
    );
  });

  it('treats an empty variable as unset', () => {
    expect(() => parseConfig(schema, { ...good, TOKEN_PRIVATE_KEY: '' })).toThrow(
      'TOKEN_PRIVATE_KEY is not set',
    );
    expect(parseConfig(schema, { ...good, HOST: '' }).HOST).toBe('127.0.0.1');
  });

  it('never prints a value', () => {
    const secret = 'mysql://admin:hunter2@db/x';
    expect(() => parseConfig(schema, { ...good, DATABASE_URL: secret })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    );
  });
});
