import { streamOf, type UserEvent, type WaitlistEvent } from '@groundswell/contracts';
import * as user from '@groundswell/domain/people';
import * as waitlist from '@groundswell/domain/waitlist';
import { derivedId } from '@groundswell/platform';
import type { Chance } from './chance.js';
import { type Append, Stream } from './writer.js';

type Place = typeof waitlist.initialState;
type User = typeof user.initialState;

interface Visitor {
  readonly id: string;
  readonly place: Stream<Place, WaitlistEvent>;
  readonly account: Stream<User, UserEvent>;
}

/** Visitors who may still act; earlier ones are done. */
const lively = 500;

/** People on the waitlist: they join, confirm, name other trends, open an account, leave. */
export class Visitors {
  readonly #recent: Visitor[] = [];
  #count = 0;

  constructor(private readonly chance: Chance) {}

  join(occurredAt: string, conceptId: string): Append | undefined {
    const id = derivedId('a visitor', String(this.#count));
    this.#count += 1;
    const visitor: Visitor = {
      id,
      place: new Stream(streamOf('waitlist', id), waitlist.evolve, waitlist.initialState),
      account: new Stream(streamOf('user', id), user.evolve, user.initialState),
    };
    this.#recent.push(visitor);
    if (this.#recent.length > lively) this.#recent.shift();
    const wanted = this.chance.happens(0.85) ? conceptId : undefined;
    return this.#onList(visitor, occurredAt, { type: 'JoinWaitlist', conceptId: wanted });
  }

  /** What someone who is on the list does next. */
  goOn(occurredAt: string, conceptId: string): Append | undefined {
    if (this.#recent.length === 0) return undefined;
    const visitor = this.chance.pick(this.#recent);
    switch (this.chance.weighted({ confirm: 55, interest: 25, leave: 6, account: 14 })) {
      case 'confirm':
        return this.#onList(visitor, occurredAt, { type: 'ConfirmWaitlist' });
      case 'interest':
        return this.#onList(visitor, occurredAt, { type: 'JoinWaitlist', conceptId });
      case 'leave':
        return this.#onList(visitor, occurredAt, { type: 'LeaveWaitlist' });
      case 'account':
        return this.#openAccount(visitor, occurredAt);
    }
  }

  #onList(
    { id, place }: Visitor,
    occurredAt: string,
    command: Parameters<typeof waitlist.decide>[0],
  ): Append | undefined {
    return place.request({ actor: { id, role: 'anonymous' }, occurredAt }, [
      (state) => waitlist.decide(command, state, { now: occurredAt }),
    ]);
  }

  #openAccount({ id, account }: Visitor, occurredAt: string): Append | undefined {
    const commands = [
      { type: 'RegisterUser', userId: id, via: 'waitlist' },
      { type: 'ChangePassword' },
      { type: 'ConfirmAddress' },
    ] as const;
    return account.request(
      { actor: { id, role: 'user' }, occurredAt },
      commands.map((command) => (state: User) => user.decide(command, state)),
    );
  }
}
