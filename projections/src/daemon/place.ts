import type { Database, Sql } from '@groundswell/platform/database';
import type { EventBatch, Position } from '@groundswell/platform/event-store';
import { ownership, type ReadModel, schemaOf } from '@groundswell/platform/read-store';
import { applyCarefully, isOurs } from './apply-carefully.js';
import type { LivePlace, LiveWriter } from './live-writer.js';

/** A read model has to be acquired again, and to catch up alone, for a reason that is not its fault. */
export class StartOver extends Error {
  override readonly name = 'StartOver';
}

/**
 * How an owned read model is written: through its own connection, then through the shared one once it has caught up.
 */
export interface Place {
  /** Its own connection, for work before it has caught up. */
  readonly own: Sql;
  /** Aborts, with the reason, when ownership is lost. */
  readonly lost: AbortSignal;
  /**
   * @param follows where the tables were left
   * @throws the errors of `applyCarefully`; StartOver when it failed together with others, which does not
   * tell why
   */
  apply(batch: EventBatch, follows: Position | undefined): Promise<void>;
  /** Moves to the shared connection. Another process may take ownership in between; then it is lost. */
  share(): Promise<void>;
  close(): Promise<void>;
}

interface Owning {
  readonly database: Database;
  readonly model: ReadModel;
  readonly live: LiveWriter;
  readonly signal: AbortSignal;
}

/** Waits until no other process owns the read model. @returns undefined if the signal aborts first */
export const openPlace = async ({ database, model, live, signal }: Owning): Promise<Place | undefined> => {
  const session = await ownership(database, model.name, signal);
  if (!session) return undefined;
  const lost = new AbortController();
  let isShared = false;
  let shared: LivePlace | undefined;
  void session.lost.then((reason) => {
    if (!isShared) lost.abort(reason);
  });
  return {
    own: session,
    lost: lost.signal,
    async apply(batch, follows) {
      if (!shared) return applyCarefully(session, model, schemaOf(model), batch, follows);
      await shared.apply(batch, follows).catch((fault: unknown) => {
        throw isOurs(fault) ? fault : new StartOver(`a batch of ${model.name} failed`, { cause: fault });
      });
    },
    async share() {
      if (isShared) return;
      isShared = true;
      await session.close();
      shared = await live.take(model);
      if (shared) void shared.lost.then((reason) => lost.abort(reason));
      else lost.abort(new StartOver(`another process took ${model.name}`));
    },
    async close() {
      if (isShared) await shared?.letGo();
      else await session.close().catch(() => undefined);
    },
  };
};
