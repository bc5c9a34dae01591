import { setTimeout as pause } from 'node:timers/promises';
import {
  type Accepted,
  type AnyEvent,
  type Call,
  headers,
  isRefusal,
  type Refusal,
} from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import {
  type Asked,
  type CommandContext,
  type Done,
  formatPosition,
} from '@groundswell/platform/event-store';
import type { Exchange } from '@groundswell/platform/http';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Dispatch } from './command-bus.js';
import { type Claim, type CommandKeys, longestCommand } from './command-keys.js';
import { type CommandOptions, contextOf, type RequestBody } from './request.js';
import { commandKeysToken, commandOptionsToken } from './tokens.js';

/** A request for a change, as endpoints pass it to the dispatcher. */
export interface Request<State, E extends AnyEvent> {
  readonly call: Call;
  readonly body: RequestBody;
  readonly exchange: Exchange;
  /** `newId` is the id for whatever the command creates; a repeat gets the same one. */
  readonly ask: (newId: string) => Omit<Asked<State, E>, 'context'>;
  /** The id in the answer to the caller. */
  readonly answerId: (newId: string) => string;
  /** Wraps the command, for reservations made before it and settled after it. */
  readonly around?: (newId: string, work: Work) => Promise<Done | Refusal>;
}

/** Carries out the request. With a refusal of the reservation, refuses unless an earlier attempt did it. */
export type Work = (refusal?: Refusal) => Promise<Done | Refusal>;

/** How often a key held by another request is asked for again, and the milliseconds in between. */
const [turns, untilNextTurn] = [15, 100];

/**
 * Whether a time is over by either clock: one stops while a machine sleeps, the other may be set.
 * @param most milliseconds from now
 */
const overAfter = (most: number, now: () => Date): (() => boolean) => {
  const [wall, monotonic] = [now().getTime(), performance.now()];
  return () => Math.max(now().getTime() - wall, performance.now() - monotonic) > most;
};

/**
 * Dispatches every command: builds its context from the request, and adds to the answer what to read after.
 */
@Injectable()
export class CommandDispatcher {
  constructor(
    @Inject(CommandBus) private readonly bus: CommandBus,
    @Inject(commandKeysToken) private readonly keys: CommandKeys,
    @Inject(commandOptionsToken) private readonly options: CommandOptions,
  ) {}

  async dispatch<State, E extends AnyEvent>(request: Request<State, E>): Promise<Accepted | Refusal> {
    const { call, body, exchange, ask, answerId, around } = request;
    const given = contextOf(call, body, exchange, this.options);
    if (isRefusal(given)) return given;
    const context = { ...given, isOver: overAfter(longestCommand, this.options.now) };
    const newId = derivedId(context.commandId, 'new');
    const work: Work = (refusal) =>
      this.bus.execute(new Dispatch({ ...ask(newId), ...(refusal && { decide: () => refusal }), context }));
    const done = await this.once(context, () => (around ? around(newId, work) : work()));
    if (isRefusal(done)) {
      if (done.refused === 'StillUnderWay') exchange.setHeader('retry-after', '1');
      return done;
    }
    exchange.setHeader(headers.etag, `"${done.revision}"`);
    return { id: answerId(newId), position: formatPosition(done.position) };
  }

  private async once(
    { commandId, requestHash }: CommandContext,
    work: () => Promise<Done | Refusal>,
  ): Promise<Done | Refusal> {
    if (requestHash === undefined) return work();
    const claim = await this.claim(commandId, requestHash);
    if (isRefusal(claim)) return claim;
    let hasChanged = false;
    try {
      const done = await work();
      hasChanged = !isRefusal(done) && done.changed;
      return done;
    } finally {
      await claim.release(hasChanged);
    }
  }

  /** Waits briefly for an earlier request under the same key, which is usually the same request sent twice. */
  private async claim(commandId: string, requestHash: string): Promise<Claim | Refusal> {
    for (let turn = 1; ; turn += 1) {
      const claim = await this.keys.claim(commandId, requestHash);
      const isTaken = isRefusal(claim) && claim.refused === 'StillUnderWay';
      if (!isTaken || turn === turns) return claim;
      await pause(untilNextTurn);
    }
  }
}
