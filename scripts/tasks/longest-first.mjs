import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';

/**
 * Files that take longest, nearly longest first: begun last, one of them would run on when all others are done. Those that mainly
 * wait stand between those that do not: several at a time would leave the processors idle.
 */
export const longest = [
  'e2e/src/operators.int.spec.ts',
  'e2e/src/own-instance/screens.e2e.spec.ts',
  'e2e/src/money.e2e.spec.ts',
  'e2e/src/own-instance/services.int.spec.ts',
  'e2e/src/two-curators.e2e.spec.ts',
  'e2e/src/draft.e2e.spec.ts',
  'e2e/src/launcher.int.spec.ts',
  'e2e/src/history.e2e.spec.ts',
  'e2e/src/accessibility.e2e.spec.ts',
  'workers/src/prices/prices.int.spec.ts',
  'projections/src/replay/heal.int.spec.ts',
  'bench/src/money/money.int.spec.ts',
  'workers/src/money/faults.int.spec.ts',
  'projections/src/replay/evidence.int.spec.ts',
  'e2e/src/session.e2e.spec.ts',
  'workers/src/money/reconciliation/strangers.int.spec.ts',
  'projections/src/operator/operator.int.spec.ts',
  'projections/src/audit/moved-log.int.spec.ts',
  'e2e/src/curator.e2e.spec.ts',
  'command-service/src/other-log.int.spec.ts',
  'e2e/src/guards.e2e.spec.ts',
  'workers/src/own-tables.int.spec.ts',
  'e2e/src/visitor.e2e.spec.ts',
  'workers/src/money/survival.int.spec.ts',
  'projections/src/replay/restored-log.int.spec.ts',
  'scripts/guards.int.spec.ts',
  'workers/src/prices/outages.int.spec.ts',
  'packages/embedded/src/event-store/resilience/silent-database.int.spec.ts',
  'packages/embedded/src/event-store/resilience/crash.int.spec.ts',
  'query-service/src/ready.int.spec.ts',
  'e2e/src/waitlist.e2e.spec.ts',
  'packages/platform/src/queue/silent-redis.int.spec.ts',
  'command-service/src/people/credentials/password-reset.int.spec.ts',
  'projections/src/replay/two-operators.int.spec.ts',
  'command-service/src/waitlist/silent-log.int.spec.ts',
  'scripts/ops.int.spec.ts',
  'projections/src/daemon/killed-daemon.int.spec.ts',
  'command-service/src/people/second-factor/second-factor-use.int.spec.ts',
  'command-service/src/process.int.spec.ts',
  'command-service/src/people/credentials/credentials.int.spec.ts',
  'projections/src/daemon/frozen-owner.int.spec.ts',
  'packages/platform/src/read-store/install.int.spec.ts',
  'packages/embedded/src/event-store/log/writer-connection.int.spec.ts',
  'projections/src/replay/killed.int.spec.ts',
  'packages/embedded/src/event-store/resilience/backpressure.int.spec.ts',
  'workers/src/prices/killed.int.spec.ts',
  'projections/src/daemon/silent-database.int.spec.ts',
  'command-service/src/people/sign-in/frozen-event-store.int.spec.ts',
  'packages/platform/src/process/heap.int.spec.ts',
  'workers/src/money/simulation.spec.ts',
  'workers/src/money/transfers/model.spec.ts',
];

/** The order of a run: files that are known to be long first, then as vitest orders them, large ones first. */
export class LongestFirst extends BaseSequencer {
  async sort(specs) {
    const rank = ({ moduleId }) => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return place < 0 ? longest.length : place;
    };
    const groupOf = ({ project }) => project.config.sequence.groupOrder;
    const sorted = await super.sort(specs);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rank(a) - rank(b));
  }
}
