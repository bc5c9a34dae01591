import type { Plan } from './plan.js';

/** Plans that once went wrong, as small as they could be made, each with what it was. */
export const kept: readonly { readonly was: string; readonly plan: Plan }[] = [
  {
    was: 'a job that an operator had tried again stayed open for good, when its message was lost and nothing was left to do',
    plan: {
      seed: 21607,
      people: 1,
      apply: false,
      perDay: 3,
      until: 86400000,
      beginning: 1793884213674,
      rates: {
        slow: 0,
        append: 0.02,
        read: 0.01,
        store: 0,
        queue: 0,
        vault: 0,
        subscription: 0.1,
        redelivery: 0.1,
        send: 0,
        get: 0.08,
        message: 0.3,
        row: 0.1,
        word: 0,
      },
      delay: 0,
      lag: 300000,
      skew: 0,
      skews: [0, 0],
      timeout: 15000,
      parkAfter: 60000,
      sweepEvery: 14400000,
      reconcileEvery: 14400000,
      doubt: 20000,
      deeds: [
        { at: 62434, kind: 'move in', who: 0, size: 2500 },
        { at: 5124788, kind: 'move in', who: 0, size: 2500 },
        { at: 82681277, kind: 'cancel', who: 0, size: 1000 },
        { at: 82681214, kind: 'move in', who: 0, size: 1000 },
        { at: 76602188, kind: 'move in', who: 0, size: 1000 },
      ],
    },
  },
];
