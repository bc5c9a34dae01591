import type { ReadModel, ReadStore } from '@groundswell/platform/read-store';
import { conceptDetail, growth, trendList } from '@groundswell/projections';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DocsController } from './docs/docs.controller.js';
import { LiveController } from './live/live.controller.js';
import { LiveChanges } from './live/live-changes.js';
import { Answers } from './shared/answers.js';
import { TrendsController } from './trends/trends.controller.js';

export const controllers: Type[] = [TrendsController, LiveController, DocsController];

/** The read models that are asked here. */
export const askedModels: readonly ReadModel[] = [trendList, conceptDetail, growth];
/** Those whose changes everybody may hear of. */
const publicModels: readonly ReadModel[] = [trendList, conceptDetail, growth];

@Module({})
class QueryModule {}

/** Joins the parts of the service to the read store that it was started with. */
export const queryModule = (store: ReadStore): DynamicModule => ({
  module: QueryModule,
  controllers,
  providers: [
    { provide: Answers, useValue: new Answers(store) },
    { provide: LiveChanges, useValue: new LiveChanges(store, publicModels) },
  ],
});
