import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSecrets, numbersIn, searchLogs } from './kept-logs.mjs';

const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhbm4tMTIzNDUifQ.c2lnbmF0dXJlLW9mLWEtdG9rZW4';

describe('a line of a log', () => {
  it.each([
    ['an address', '{"msg":"no such person: ann.b+c@mail.example.org"}', 'an e-mail address'],
    ['an address in a URL', '{"url":"/user/?email=ann%40example.com"}', 'an e-mail address'],
    ['an access token', `{"headers":{"authorization":"Bearer ${jwt}"}}`, 'an access token'],
    [
      'a refresh token',
      '{"msg":"spent kV0c3JhbmRvbS1ieXRlcy1vZi1hLXRva2VuLXdpdGg1"}',
      'a refresh token, or the token of a link',
    ],
    ['a password of a test', '{"msg":"pass 6f1c9a52-0c1e-4d0e-9a39-3f1f6a0c1e4d"}', 'a password'],
    ['the password of a server', 'cannot reach postgresql://instance:sesame@127.0.0.1:5432/x', 'a password'],
    ['a Social Security number', '{"tax":"520-11-4207"}', 'a Social Security number'],
    ['what a test made up', '{"number":"000123456789"}', 'a password, token or number that a test made up'],
  ])('is detected when it contains %s', (_what, line, name) => {
    expect(findSecrets(line, ['000123456789'])).toContain(name);
  });

  it.each([
    '{"level":"info","time":"2026-11-20T09:00:00.000Z","service":"projections","position":"30001234567890"}',
    '{"correlationId":"6f1c9a52-0c1e-4d0e-9a39-3f1f6a0c1e4d","userId":"0b6a4f3e-7f3e-4e51-8a6e-0d7ce29d2a60"}',
    '    at run (file:///app/node_modules/@grpc/grpc-js/build/src/call.js:12:3) vitest@4.1.12',
    '{"hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}',
    '{"url":"esdb://127.0.0.1:40123?tls=false","phone":"[cut]"}',
  ])('is accepted without: %s', (line) => {
    expect(findSecrets(line, ['000123456789'])).toEqual([]);
  });
});

describe('numbers of people and accounts', () => {
  it('are known from how the tests write them', () => {
    expect(numbersIn(`{ tax_id: '520-11-4207' }, bankAccount(accountNumber = '000123456789')`)).toEqual([
      '520-11-4207',
      '520114207',
      '000123456789',
      '000123456789',
    ]);
  });
});

describe('the logs of a whole run', () => {
  it('are all searched, and name file and line, never the secret', () => {
    const directory = mkdtempSync(join(tmpdir(), 'kept-'));
    writeFileSync(join(directory, 'a.log'), '{"msg":"one"}\n{"msg":"two"}\n');
    writeFileSync(join(directory, 'b.log'), '{"msg":"three"}\n{"msg":"(sesame) open*wide"}\n');
    writeFileSync(join(directory, '1.secrets'), '(sesame) open*wide\nshort\n');

    expect(searchLogs(directory, [])).toEqual({
      logs: 2,
      lines: 4,
      known: 1,
      found: ['b.log:2 holds a password, token or number that a test made up'],
    });
    rmSync(directory, { recursive: true });
  });
});
