import { expect, it } from 'vitest';
import { noteOrSay } from './note.js';

it('what cannot be noted on a full disk is said, and stops nothing', () => {
  const said: string[] = [];
  const full = (): never => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  noteOrSay(full, (code) => said.push(`could not be noted (${code})`));
  noteOrSay(
    () => undefined,
    () => said.push('nothing was wrong'),
  );
  expect(said).toEqual(['could not be noted (ENOSPC)']);
});
