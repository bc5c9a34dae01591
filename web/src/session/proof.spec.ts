import { beforeEach, describe, expect, it } from 'vitest';
import { askForCode, askForProof, declineProof, proofAsked$ } from './proof.js';

/** The dialog that is open. */
const dialog = () => {
  const asked = proofAsked$.value;
  if (!asked) throw new Error('nothing is asked');
  return asked.answer as (given: unknown) => void;
};

beforeEach(declineProof);

describe('a proof that is asked for', () => {
  it('is not given by an answer that comes late from a dialog that was closed', async () => {
    const first = askForProof('/first');
    const slow = dialog();
    declineProof();
    const second = askForProof('/second');
    slow('for the first');
    expect(proofAsked$.value).toMatchObject({ path: '/second' });
    dialog()('for the second');
    expect(await Promise.all([first, second])).toEqual([undefined, 'for the second']);
    expect(proofAsked$.value).toBeUndefined();
  });

  it('fails when it cannot be asked, and can be asked again', async () => {
    const first = askForProof('/first');
    proofAsked$.value?.fail(new Error('not loaded'));
    await expect(first).rejects.toThrow('not loaded');
    const second = askForProof('/second');
    dialog()('a proof');
    expect(await second).toBe('a proof');
  });

  it('is declined when another one replaces it, so that nothing waits forever', async () => {
    const code = askForCode();
    const proof = askForProof('/second');
    dialog()('a proof');
    expect(await Promise.all([code, proof])).toEqual([false, 'a proof']);
  });

  it('is asked once, however many calls wait for a code, and again afterwards', async () => {
    const waiting = [askForCode(), askForCode()];
    dialog()(true);
    expect(await Promise.all(waiting)).toEqual([true, true]);
    const next = askForCode();
    declineProof();
    expect(await next).toBe(false);
  });
});
