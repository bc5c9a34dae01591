import { describe, expect, it } from 'vitest';
import { emailSchema } from './email.js';

describe('an email address', () => {
  it.each([
    [' Ada.Okafor@Example.com ', 'ada.okafor@example.com'],
    ["o'kafor+money@mail.example.co.uk", "o'kafor+money@mail.example.co.uk"],
  ])('is kept in lower case and without spaces around it: %o', (typed, kept) => {
    expect(emailSchema.parse(typed)).toBe(kept);
  });

  it.each([
    'ada',
    'ada@',
    'ada@localhost',
    '@example.com',
    'ada@example..com',
    'ada@-example.com',
    'Ada Okafor <ada@example.com>',
    'ada@example.com, ben@example.com',
    'ada@example.com\r\nBcc: ben@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('is not %o', (typed) => {
    expect(emailSchema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
      'Enter an email address such as name@example.com.',
    ]);
  });
});
