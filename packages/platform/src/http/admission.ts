import { Socket } from 'node:net';
import { type Cost, type CostLimits, costs, type RefusalCode } from '@groundswell/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../logging/log.js';
import { networkOf } from './network.js';
import { Shares } from './shares.js';
import { hasBody } from './unread-body.js';

/**
 * Milliseconds for which a connection is not read after it was told to come back later: doubling with each time in a row. A browser
 * sends the next request on it, whatever that is for, so it must not come too late.
 */
const quiet = { first: 100, most: 400 };
/** Answers that tell a client to come back later. */
const later: readonly number[] = [429, 503];
/** Milliseconds between two log lines about shed requests: a flood must not fill the disk. */
const quietLog = 1_000;

export interface AdmissionOptions {
  /** Multiplies each network's share; 1 unless an operator sets it. */
  readonly networkFactor: number;
  readonly costOf: (request: FastifyRequest) => Cost;
  /** Bytes. */
  readonly bodyLimitOf: (request: FastifyRequest) => number;
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, code: RefusalCode) => void;
  /** Whether a limit that was reached is of the one who is signed in: it says nothing about their network. */
  readonly isOfPerson: (request: FastifyRequest, reply: FastifyReply) => boolean;
  readonly log: Pick<Log, 'warn'>;
}

/** A request that was let in. */
interface Place {
  /** Takes one of the places for all, once there is nothing to wait for. Whether there was one. */
  readonly begin: () => boolean;
  readonly leave: () => void;
}

/** The places of one kind of request. */
class Places {
  #atWork = 0;
  #refusedAtWork = 0;
  readonly #shares: Shares;

  constructor(
    private readonly limits: CostLimits,
    private readonly factor: number,
  ) {
    const { ofNetwork, perSecond, burst } = limits;
    this.#shares = new Shares({
      atOnce: ofNetwork * factor,
      perSecond: perSecond * factor,
      burst: burst * factor,
    });
  }

  /** Undefined when there is no place. */
  enter(network: string): Place | undefined {
    const { atOnce, ofRefused } = this.limits;
    const wasRefused = this.#shares.wasRefused(network) ? 1 : 0;
    if (this.#atWork >= atOnce) return undefined;
    if (wasRefused && this.#refusedAtWork >= ofRefused * this.factor) return undefined;
    const giveBack = this.#shares.take(network);
    if (!giveBack) return undefined;
    this.#refusedAtWork += wasRefused;
    let atWork = 0;
    return {
      begin: () => {
        if (this.#atWork >= atOnce) return false;
        atWork = 1;
        this.#atWork += 1;
        return true;
      },
      leave: () => {
        giveBack();
        this.#atWork -= atWork;
        this.#refusedAtWork -= wasRefused;
      },
    };
  }

  /** Notes that a network was told to come back later. */
  refused(network: string): void {
    this.#shares.refused(network);
  }
}

/** Limits requests by their cost: in total, and for each network both at a time and per second. */
const createAdmission = (factor: number): Readonly<Record<Cost, Places>> =>
  Object.fromEntries(
    Object.entries(costs).map(([cost, limits]) => [cost, new Places(limits, factor)]),
  ) as Record<Cost, Places>;

const shedRequests = new WeakSet<FastifyRequest>();

/** Whether a request was shed for lack of a place: the log counts such requests instead of listing them. */
export const wasShed = (request: FastifyRequest): boolean => shedRequests.has(request);

/** Counts shed requests, and logs the count once a second. */
const shedCounter = (log: AdmissionOptions['log']) => {
  const counts = new Map<Cost, number>();
  return (cost: Cost): void => {
    const isFirst = counts.size === 0;
    counts.set(cost, (counts.get(cost) ?? 0) + 1);
    if (!isFirst) return;
    setTimeout(() => {
      // No key may be named like personal data, which the log leaves out: a cost is `password`.
      const shed = Array.from(counts, ([cost, requests]) => ({ cost, requests }));
      log.warn({ shed }, 'requests were shed');
      counts.clear();
    }, quietLog).unref();
  };
};

const isTooLong = ({ headers }: FastifyRequest, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit ||
  (limit === 0 && headers['transfer-encoding'] !== undefined);

/** How many times in a row a connection was told to come back later. */
const toldInRow = new WeakMap<Socket, number>();

/** Reads on later, so that a client that sends one request after another costs no processor. */
const readLater = (socket: Socket): void => {
  const before = toldInRow.get(socket) ?? 0;
  toldInRow.set(socket, before + 1);
  socket.pause();
  setTimeout(() => socket.resume(), Math.min(quiet.first * 2 ** before, quiet.most)).unref();
};

/**
 * Has the connection end a while after the answer instead of at once, and not be read meanwhile: a client that sends long bodies
 * would only connect again.
 */
export const endLater = (socket: Socket): void => {
  const end = socket.destroySoon;
  socket.destroySoon = () => {
    // Node begins to read what is left of a body once it has been answered.
    setImmediate(() => socket.pause());
    setTimeout(() => end.call(socket), quiet.most).unref();
  };
};

/** A connection of a proxy carries requests of other people as well, and a request made in this process has none. */
const isTheirOwn = ({ ip, raw: { socket } }: FastifyRequest): boolean =>
  socket instanceof Socket && ip === socket.remoteAddress;

const isToEnd = (reply: FastifyReply): boolean => reply.getHeader('connection') === 'close';

/**
 * Refuses requests before anything reads their bodies: those beyond the limits of their kind, and those that are too long. Enforces
 * everything that a call declares about its cost, at the gateway and in each service.
 */
export const admitRequests = (server: FastifyInstance, options: AdmissionOptions): void => {
  const { costOf, bodyLimitOf, refuse, isOfPerson, log } = options;
  const admission = createAdmission(options.networkFactor);
  const count = shedCounter(log);
  const shed = (request: FastifyRequest, reply: FastifyReply): void => {
    const cost = costOf(request);
    shedRequests.add(request);
    count(cost);
    refuse(request, reply, 'Unavailable');
    if (isTheirOwn(request) && isToEnd(reply)) endLater(request.raw.socket);
  };
  const waiting = new WeakMap<FastifyRequest, Place>();
  // Once an answer was passed on early, a request no longer has an address.
  const networks = new WeakMap<FastifyRequest, string>();
  server.addHook('onRequest', (request, reply, next) => {
    const network = networkOf(request.ip);
    networks.set(request, network);
    const place = admission[costOf(request)].enter(network);
    if (place) reply.raw.once('close', place.leave);
    // A body that does not come must keep no one else from a place.
    const comesWhole = !hasBody(request.raw);
    if (!place || (comesWhole && !place.begin())) shed(request, reply);
    else if (isTooLong(request, bodyLimitOf(request))) refuse(request, reply, 'RequestTooLarge');
    else {
      if (!comesWhole) waiting.set(request, place);
      next();
    }
  });
  server.addHook('preValidation', (request, reply, next) => {
    if (waiting.get(request)?.begin() === false) shed(request, reply);
    else next();
  });
  server.addHook('onResponse', (request, reply, next) => {
    const { socket } = request.raw;
    if (later.includes(reply.statusCode)) {
      const network = networks.get(request);
      if (network !== undefined && !isOfPerson(request, reply)) admission[costOf(request)].refused(network);
      // Node resumes reading once the answer is written. A connection that is about to end is read no more.
      if (isTheirOwn(request) && !isToEnd(reply)) setImmediate(readLater, socket);
    } else toldInRow.delete(socket);
    next();
  });
};
