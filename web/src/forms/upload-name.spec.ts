import { uploadFormSchema } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { uploadName } from './upload-name.js';

const isTaken = (name: string) => uploadFormSchema.safeParse({ name }).success;

describe('the name that a file is uploaded under', () => {
  it('is its own', () => {
    const longest = `${'x'.repeat(196)}.png`;

    expect(uploadName('cover.png')).toBe('cover.png');
    expect(uploadName(longest)).toBe(longest);
  });

  it.each([
    ['keeping the extension', `${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
    ['where there is no extension', 'x'.repeat(201), 'x'.repeat(200)],
    ['where what follows the dot is no extension', `v1.${'x'.repeat(300)}`, `v1.${'x'.repeat(197)}`],
  ])('is shortened to what the server takes, %s', (_how, name, expected) => {
    expect(isTaken(name)).toBe(false);
    expect(uploadName(name)).toBe(expected);
    expect(isTaken(expected)).toBe(true);
  });
});
