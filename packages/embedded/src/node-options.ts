/**
 * Node options of every part. Node 24 lets the young generation grow to 100 MB under a flood and keeps them after it: 12 MB are
 * as fast.
 */
export const partNodeOptions: readonly string[] = [
  '--no-warnings',
  '--enable-source-maps',
  '--max-semi-space-size=4',
];

/**
 * Node options for the event store. Most objects created by a read live for microseconds: a small young generation
 * fits in the processor's cache and is cheap to collect. Measured in pairs, a catch-up of `$all` is a tenth faster.
 */
export const eventStoreNodeOptions: readonly string[] = [...partNodeOptions, '--max-semi-space-size=1'];
