import { expect, it } from 'vitest';
import { provenanceOf } from './provenance.js';

it.each([
  ['tracked since before it', '2026-01-02', '2026-06-30', '2025-11-24', 'tracked'],
  ['tracked since its first session', '2026-01-02', '2026-06-30', '2026-01-02', 'tracked'],
  ['tracked since its second session', '2026-01-02', '2026-06-30', '2026-01-05', 'partly_simulated'],
  ['tracked since its last session', '2026-01-02', '2026-06-30', '2026-06-30', 'simulated'],
  ['never tracked', '2026-01-02', '2026-06-30', null, 'simulated'],
] as const)('A figure %s says so', (_when, from, until, trackedSince, provenance) => {
  expect(provenanceOf({ from, until }, trackedSince)).toBe(provenance);
});
