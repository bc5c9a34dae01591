import {
  type AccountEvent,
  Broker,
  BrokerError,
  type FollowOptions,
  type FundingEvent,
  type StreamItem,
} from '@groundswell/broker';
import type { MoneyBroker } from '../../dependencies.js';
import type { Answer, BrokerAnswers, Request } from './broker-answers.js';
import { type BrokerState, brokersWords, type Row } from './broker-state.js';
import type { SimContext } from './context.js';
import type { Node } from './loop.js';
import { notingLists } from './noting-lists.js';

/** A network error as `fetch` throws it. */
const broken = (code: string): Error =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) });

/** @param sentAt by the broker's clock, in milliseconds since 1970 */
const responseOf = ({ status, body }: Answer, sentAt: number): Response => {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return {
    ok: status < 300,
    status,
    headers: { get: (name: string) => (name === 'date' ? new Date(sentAt).toUTCString() : null) },
    text: async () => text,
  } as unknown as Response;
};

/** Possible fates of a call that changes something. `after`: it was carried out, without an answer. */
const fates = [
  'lost before',
  'lost after',
  'lost after',
  'late',
  'late',
  '500 before',
  '500 after',
  '429',
  '401',
  '404',
  'garbage',
  'not reached',
  'no words',
] as const;

type Fate = (typeof fates)[number];

/** Fates in which the call was executed. */
const executed: ReadonlySet<Fate> = new Set(['lost after', '500 after', 'garbage']);

/** Ways to handle a call that has reached the broker. */
interface Ways {
  readonly carryOut: () => Answer;
  readonly leaveUndone: () => void;
  readonly say: (answer: Answer) => void;
  readonly fail: (code: string) => void;
}

/** The broker's condition while a deed lasts. */
type Mood = 'well' | 'answer nothing' | 'limit calls' | 'turn away';

/** A list as it was read. */
interface Listed {
  readonly rows: readonly Row[];
  readonly at: number;
}

/** The network between the processes and the broker, for calls and for messages. */
export class BrokerWire {
  mood: Mood = 'well';
  /** Number of calls per local transfer that the broker has not executed yet but may. */
  readonly underWay = new Map<string, number>();
  /** The last two readable lists of an account that each process read: a step and a comparison may read at once. */
  readonly lastListed = new Map<string, readonly Listed[]>();
  /** When a process last failed to read the list of an account, unless it has read it since. */
  readonly listFailedAt = new Map<string, number>();
  /** Called when a process sends a request for a transfer. @returns which of ours it is */
  onSend: (node: Node, accountId: string) => string | undefined = () => undefined;
  /** Called after a call was executed. */
  onMade: () => void = () => undefined;
  readonly #late: (() => void)[] = [];

  constructor(
    private readonly world: Pick<SimContext, 'loop' | 'faults' | 'plan' | 'reached'>,
    private readonly state: BrokerState,
    private readonly answers: BrokerAnswers,
  ) {}

  /** The broker as seen by a process: the real client over this wire. */
  seenBy(node: Node, now: () => Date): MoneyBroker {
    const { loop, plan } = this.world;
    const pause = loop.pauseOf(node);
    const broker = new Broker({
      ...{ baseUrl: 'http://broker', keyId: 'key', secretKey: 'secret', timeout: plan.timeout, attempts: 2 },
      timing: {
        now: () => now().getTime(),
        elapsed: () => loop.now,
        random: () => loop.chance.next(),
        wait: async (milliseconds, signal) => {
          await pause(milliseconds, signal);
          signal?.throwIfAborted();
        },
        alarm: (milliseconds, ring) => loop.at(node, milliseconds, 'alarm', ring),
      },
      fetch: (url, init) => this.#fetch(node, new URL(String(url)), init),
    });
    const { accounts, bankLinks } = broker;
    return {
      ...{ accounts, bankLinks, transfers: notingLists(broker.transfers, this.#isListed(node)) },
      clock: (signal) => broker.clock(signal),
      events: {
        accounts: (options) => this.#follow(node, 'accounts', options),
        funding: (options) => this.#follow(node, 'funding', options),
      },
    };
  }

  /** Notes whether a process could read the list of an account. */
  #isListed(node: Node): (accountId: string, isRead: boolean) => void {
    return (accountId, isRead) => {
      const key = `${node.name} ${accountId}`;
      if (isRead) this.listFailedAt.delete(key);
      else this.listFailedAt.set(key, this.world.loop.now);
    };
  }

  #fetch(node: Node, url: URL, init: RequestInit | undefined): Promise<Response> {
    const method = init?.method ?? 'GET';
    const [, , , accountId = '', part] = url.pathname.split('/');
    const isTransfer = method === 'POST' && part === 'transfers';
    const tag = isTransfer ? this.onSend(node, accountId) : undefined;
    const request: Request = {
      ...{ method, url, tag },
      body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
      onListed: (rows) => {
        const key = `${node.name} ${accountId}`;
        const listed = { rows, at: this.world.loop.now };
        this.lastListed.set(key, [listed, ...(this.lastListed.get(key) ?? []).slice(0, 1)]);
      },
    };
    this.#count(tag, 1);
    return new Promise((resolve, reject) => {
      const arrive = (): void => this.#arrive(node, request, resolve, reject);
      const onWay = this.#latency();
      if (method === 'GET' && onWay === 0 && this.world.loop.chance.happens(0.7)) arrive();
      else this.world.loop.soon(undefined, `${node.name} ${method} ${url.pathname}`, arrive, onWay);
    });
  }

  #latency(): number {
    return this.world.faults.latency();
  }

  #count(tag: string | undefined, change: number): void {
    if (tag !== undefined) this.underWay.set(tag, (this.underWay.get(tag) ?? 0) + change);
  }

  #mooded(): Answer | undefined {
    if (this.mood === 'answer nothing') return { status: 500, body: `<html>${brokersWords}</html>` };
    if (this.mood === 'limit calls') return { status: 429, body: { message: 'too many requests' } };
    return this.mood === 'turn away' ? { status: 401, body: { message: 'unauthorized' } } : undefined;
  }

  #arrive(
    node: Node,
    request: Request,
    resolve: (response: Response) => void,
    reject: (fault: Error) => void,
  ): void {
    const { loop, faults } = this.world;
    const bring = (label: string, act: () => void): void => loop.soon(node, label, act, this.#latency());
    const say = (answer: Answer): void => {
      const sentAt = loop.now + this.world.plan.skew;
      bring(`answer ${answer.status}`, () => resolve(responseOf(answer, sentAt)));
    };
    const fail = (code: string): void => bring(code, () => reject(broken(code)));
    const carryOut = (): Answer => {
      this.#count(request.tag, -1);
      const answer = this.answers.answer(request);
      if (request.tag !== undefined) this.onMade();
      return answer;
    };
    const leaveUndone = (): void => this.#count(request.tag, -1);
    const mooded = faults.isOver ? undefined : this.#mooded();
    const isSent = request.method !== 'GET';
    const fate = loop.chance.one(isSent ? fates : getFates);
    if (mooded) {
      leaveUndone();
      say(mooded);
    } else if (!faults.happens(isSent ? 'send' : 'get')) say(carryOut());
    else {
      if (isSent) this.world.reached(`a call: ${fate}`);
      this.#goWrong(fate, { carryOut, leaveUndone, say, fail });
    }
  }

  #goWrong(fate: Fate, { carryOut, leaveUndone, say, fail }: Ways): void {
    const breakOff = (): void => {
      if (this.world.loop.chance.happens(0.5)) fail('ECONNRESET');
    };
    if (fate === 'late') this.#carryOutLate(carryOut);
    else if (executed.has(fate)) carryOut();
    else leaveUndone();
    if (fate === 'late' || fate === 'lost before' || fate === 'lost after') breakOff();
    else if (fate === '500 after') say({ status: 500, body: { message: brokersWords } });
    else if (fate === 'garbage') say({ status: 200, body: `{"broken ${brokersWords}` });
    else if (fate === 'not reached') fail('ECONNREFUSED');
    else if (fate === 'no words') say({ status: 403, body: '<html>a proxy</html>' });
    else say({ status: Number.parseInt(fate, 10), body: { message: brokersWords } });
  }

  #carryOutLate(carryOut: () => unknown): void {
    const { loop, plan } = this.world;
    let isDone = false;
    const act = (): void => {
      if (!isDone) carryOut();
      isDone = true;
    };
    this.#late.push(act);
    loop.soon(undefined, 'broker carries out late', act, loop.chance.below(plan.delay + 1));
  }

  /** Executes everything that was still to be executed. */
  heal(): void {
    this.mood = 'well';
    for (const act of this.#late.splice(0)) act();
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a list of what may become of a message
  async *#follow<Message extends AccountEvent | FundingEvent>(
    node: Node,
    stream: 'accounts' | 'funding',
    { after = '', signal, onTrouble }: FollowOptions,
  ): AsyncGenerator<StreamItem<Message>> {
    const messages = this.state.messages[stream] as unknown as Message[];
    const { faults } = this.world;
    const next = messages.findIndex(({ id }) => id > after);
    let at = Math.max(0, (next < 0 ? messages.length : next) - 2);
    await this.#turn(node, 'stream opened');
    if (!signal.aborted) yield { kind: 'connected' };
    while (!signal.aborted) {
      const event = messages[at];
      if (!event) {
        await this.#news(node, () => at < messages.length, signal);
        continue;
      }
      await this.#turn(node, 'message');
      if (signal.aborted) return;
      at += 1;
      if (!faults.happens('message')) {
        yield { kind: 'event', event };
        continue;
      }
      const fate = this.world.loop.chance.one([
        'lost',
        'gap',
        'twice',
        'swapped',
        'broken',
        'refused',
      ] as const);
      this.world.reached(`a message: ${fate}`);
      if (fate === 'gap') yield { kind: 'gap', why: 'simulated' };
      if (fate === 'twice') yield* [{ kind: 'event', event } as const, { kind: 'event', event } as const];
      if (fate === 'refused') throw new BrokerError('simulated', { kind: 'refused', status: 403 });
      const later = messages[at];
      if (fate === 'swapped' && later) yield { kind: 'event', event: later };
      if (fate === 'swapped') yield { kind: 'event', event };
      if (fate !== 'broken') continue;
      onTrouble?.(new BrokerError('simulated', { kind: 'unavailable' }));
      await this.world.loop.pauseOf(node)(500, signal);
      at = Math.max(0, at - 2);
      yield { kind: 'connected' };
    }
  }

  #turn(node: Node, label: string): Promise<void> {
    return new Promise((resolve) => this.world.loop.soon(node, label, resolve, this.#latency()));
  }

  #news(node: Node, isThere: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const { listeners } = this.state;
      const wake = (): void => {
        if (!listeners.delete(wake)) return;
        signal.removeEventListener('abort', wake);
        this.world.loop.soon(node, 'news', resolve);
      };
      listeners.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      if (signal.aborted || isThere()) wake();
    });
  }
}

const getFates: readonly Fate[] = ['lost before', '500 before', '429', '404', 'garbage', 'not reached'];
