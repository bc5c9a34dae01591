import type { Plan } from './plan.js';

/** Plans that once went wrong, as small as they could be made, each with what it was. */
export const kept: readonly { readonly was: string; readonly plan: Plan }[] = [];
