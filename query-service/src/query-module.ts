import type { AssetDirectory } from '@groundswell/broker';
import type { EventStore } from '@groundswell/platform/event-store';
import type { ReadModel, ReadStore } from '@groundswell/platform/read-store';
import {
  conceptDetail,
  conceptHistory,
  growth,
  logChain,
  trendList,
  waitlistDemand,
} from '@groundswell/projections';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AssetsController } from './assets/assets.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { HistoryController } from './history/history.controller.js';
import { LiveController } from './live/live.controller.js';
import { LiveChanges } from './live/live-changes.js';
import { ProofController } from './proof/proof.controller.js';
import { Answers } from './shared/answers.js';
import { assetsToken, eventStoreToken, readStoreToken } from './shared/tokens.js';
import { TrendsController } from './trends/trends.controller.js';
import { WaitlistController } from './waitlist/waitlist.controller.js';

export const controllers: Type[] = [
  TrendsController,
  HistoryController,
  AssetsController,
  WaitlistController,
  LiveController,
  ProofController,
  DocsController,
];

/** The read models that are asked here. */
export const askedModels: readonly ReadModel[] = [
  trendList,
  conceptDetail,
  conceptHistory,
  growth,
  logChain,
  waitlistDemand,
];
/** Those whose changes everybody may hear of. */
const publicModels: readonly ReadModel[] = [trendList, conceptDetail, growth];

@Module({})
class QueryModule {}

/** Joins the parts of the service to what it was started with. */
export const queryModule = (
  store: ReadStore,
  answers: Answers,
  assets: AssetDirectory,
  eventStore: EventStore,
): DynamicModule => ({
  module: QueryModule,
  controllers,
  providers: [
    { provide: readStoreToken, useValue: store },
    { provide: assetsToken, useValue: assets },
    { provide: eventStoreToken, useValue: eventStore },
    { provide: Answers, useValue: answers },
    { provide: LiveChanges, useValue: new LiveChanges(store, publicModels) },
  ],
});
