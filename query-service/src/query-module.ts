import type { EventStore } from '@groundswell/platform/event-store';
import type { IdentityWatch } from '@groundswell/platform/identity';
import type { ReadModel, ReadStore } from '@groundswell/platform/read-store';
import { conceptRecord, growth, trendList } from '@groundswell/projections';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DocsController } from './docs/docs.controller.js';
import { HistoryController } from './history/history.controller.js';
import { JobsController } from './jobs/jobs.controller.js';
import { LiveController } from './live/live.controller.js';
import { LiveChanges } from './live/live-changes.js';
import { CashDifferencesController } from './money/cash-differences.controller.js';
import { MoneyController } from './money/money.controller.js';
import { OwnChangesController } from './money/own-changes.controller.js';
import { OwnChanges } from './money/own-changes.js';
import { type AskStatus, OperationsController, statusUnknown } from './operations/operations.controller.js';
import { ProofController } from './proof/proof.controller.js';
import { Answers } from './shared/answers.js';
import { type Clock, clockToken, eventStoreToken, readStoreToken, statusToken } from './shared/tokens.js';
import { ReturnsController } from './trends/returns.controller.js';
import { TrendsController } from './trends/trends.controller.js';
import { WaitlistController } from './waitlist/waitlist.controller.js';

export const controllers: Type[] = [
  TrendsController,
  ReturnsController,
  HistoryController,
  WaitlistController,
  MoneyController,
  OwnChangesController,
  CashDifferencesController,
  JobsController,
  LiveController,
  ProofController,
  OperationsController,
  DocsController,
];

/** Read models whose changes are public. */
const publicModels: readonly ReadModel[] = [trendList, conceptRecord, growth];

@Module({})
class QueryModule {}

export interface ModuleSources {
  /** The live read models, or a copy as of another time. */
  readonly store: ReadStore;
  readonly eventStore: EventStore;
  readonly now: Clock;
  /** Asked while anyone streams their own changes. */
  readonly endedAmong?: IdentityWatch['endedAmong'];
  /** For staff. Undefined for a copy of the read models as of another time. */
  readonly askStatus?: AskStatus;
}

/** Wires the service's parts to the dependencies opened at startup. */
export const queryModule = (
  { store, eventStore, now, endedAmong = async () => new Set(), askStatus = statusUnknown }: ModuleSources,
  answers: Answers,
): DynamicModule => ({
  module: QueryModule,
  controllers,
  providers: [
    { provide: readStoreToken, useValue: store },
    { provide: eventStoreToken, useValue: eventStore },
    { provide: clockToken, useValue: now },
    { provide: statusToken, useValue: askStatus },
    { provide: Answers, useValue: answers },
    { provide: LiveChanges, useValue: new LiveChanges(store, publicModels) },
    { provide: OwnChanges, useValue: new OwnChanges(store, endedAmong) },
  ],
});
