import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/tasks/longest-first.mjs';
import { legalText } from './web/build/legal-text.js';

const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } };

/** Milliseconds that is waited for what comes about in its own time: other files run beside each. */
const expect = { poll: { timeout: 15_000 } };

/** A node of EventStoreDB takes longer to start than the event store of ours. */
const hookTimeout = process.env.TEST_EVENTSTORE === undefined ? 180_000 : 240_000;

export default defineConfig({
  ...source,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        plugins: [legalText()],
        test: {
          name: 'pure',
          isolate: false,
          testTimeout: 20_000,
          // One more than the default on two processors: nothing waits here.
          maxWorkers: 2,
          // How long seeds of the day are simulated, in seconds, and how many steps deep every order is tried.
          provide: {
            simulatedSeconds: Number(process.env.SIM_SECONDS ?? 10),
            modelSteps: Number(process.env.MODEL_STEPS ?? 13),
          },
          sequence: { groupOrder: 0 },
          include: [
            '{command-service,query-service,projections,workers,web,bench}/src/**/*.spec.{ts,tsx}',
            'web/{server,build}/**/*.spec.ts',
            'packages/*/src/**/*.spec.ts',
            'scripts/**/*.spec.ts',
          ],
          exclude: ['**/*.int.spec.ts', '**/*.whole.spec.ts', '**/node_modules/**', '**/dist/**'],
        },
      },
      {
        ...source,
        test: {
          // Files with a browser run among the others: what these wait for leaves a processor to the browsers.
          name: 'integration',
          // Nothing of one file is left to the next but what it has imported, which would cost a fifth of the run.
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ['**/*.int.spec.ts', 'e2e/src/**/*.e2e.spec.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: [
            'packages/testing/src/global-setup.ts',
            'e2e/src/global-setup.ts',
            'e2e/src/shared-instance.ts',
          ],
          expect,
          testTimeout: 60_000,
          hookTimeout,
          // Two for each of two processors: they wait for other processes, which want a processor, too.
          maxWorkers: 4,
        },
      },
      {
        ...source,
        test: {
          // Every case of what `npm test` takes a sample of: by a command of its own.
          name: 'whole',
          sequence: { groupOrder: 2 },
          include: ['**/*.whole.spec.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['packages/testing/src/global-setup.ts'],
          expect,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
