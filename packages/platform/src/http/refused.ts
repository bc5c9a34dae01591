import type { FullRefusal } from './problem.js';

/**
 * Carries a refusal out of code that cannot return one, such as a guard. The filter turns it into a problem
 * document.
 */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly refusal: FullRefusal) {
    super(refusal.refused);
  }
}
