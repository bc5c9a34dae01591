import type { Refusal } from '@groundswell/contracts';

/** Carries a refusal out of places that cannot return one, such as a guard. The filter turns it into a problem. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly refusal: Refusal & { readonly fields?: Readonly<Record<string, string>> }) {
    super(refusal.refused);
  }
}
