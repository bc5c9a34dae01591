import type { Socket } from 'node:net';
import { type Cost, costs, type RefusalCode } from '@groundswell/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../logging/log.js';
import { networkOf } from './network.js';
import { Shares } from './shares.js';

/**
 * Milliseconds for which a connection is not read after its request was shed: doubling with each one in a row, up to the time
 * that `Retry-After` asks for.
 */
const quiet = { first: 100, most: 1_000 };
/** Milliseconds between two log lines about shed requests: a flood must not fill the disk. */
const quietLog = 1_000;

export interface AdmissionOptions {
  /** Multiplies each network's share; 1 unless an operator sets it. */
  readonly networkFactor: number;
  readonly costOf: (request: FastifyRequest) => Cost;
  /** Bytes. */
  readonly bodyLimitOf: (request: FastifyRequest) => number;
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, code: RefusalCode) => void;
  readonly log: Pick<Log, 'warn'>;
}

/** Limits requests by their cost: in total, and for each network both at a time and per second. */
class Admission {
  readonly #atWork = new Map<Cost, number>();
  readonly #shares: ReadonlyMap<Cost, Shares>;

  constructor(factor: number) {
    this.#shares = new Map(
      Object.entries(costs).map(([cost, { ofNetwork, perSecond, burst }]) => [
        cost as Cost,
        new Shares({ atOnce: ofNetwork * factor, perSecond: perSecond * factor, burst: burst * factor }),
      ]),
    );
  }

  /** Returns the function that frees the place; undefined when there is none. */
  enter(cost: Cost, network: string): (() => void) | undefined {
    const atWork = this.#atWork.get(cost) ?? 0;
    if (atWork >= costs[cost].atOnce) return undefined;
    const giveBack = this.#shares.get(cost)?.take(network);
    if (!giveBack) return undefined;
    this.#atWork.set(cost, atWork + 1);
    return () => {
      giveBack();
      this.#atWork.set(cost, (this.#atWork.get(cost) ?? 0) - 1);
    };
  }
}

const shedRequests = new WeakSet<FastifyRequest>();

/** Whether a request was shed for lack of a place: the log counts such requests instead of listing them. */
export const wasShed = (request: FastifyRequest): boolean => shedRequests.has(request);

/** Counts shed requests, and logs the count once a second. */
const shedCounter = (log: AdmissionOptions['log']) => {
  let counts: Partial<Record<Cost, number>> = {};
  let waiting = false;
  return (cost: Cost): void => {
    counts[cost] = (counts[cost] ?? 0) + 1;
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      log.warn({ shed: counts }, 'requests were shed');
      counts = {};
      waiting = false;
    }, quietLog).unref();
  };
};

const isTooLong = ({ headers }: FastifyRequest, limit: number): boolean =>
  Number(headers['content-length'] ?? 0) > limit ||
  (limit === 0 && headers['transfer-encoding'] !== undefined);

/** Requests in a row that were shed on a connection. */
const shedInRow = new WeakMap<Socket, number>();

/** Reads on later, so that a client that sends one request after another costs no processor. */
const readLater = ({ raw: { socket } }: FastifyRequest): void => {
  const before = shedInRow.get(socket) ?? 0;
  shedInRow.set(socket, before + 1);
  socket.pause();
  setTimeout(() => socket.resume(), Math.min(quiet.first * 2 ** before, quiet.most)).unref();
};

/**
 * Refuses requests before anything reads their bodies: those that are too long, and those beyond the limits
 * of their kind. Enforces everything that a call declares about its cost, at the gateway and in each service.
 */
export const admitRequests = (server: FastifyInstance, options: AdmissionOptions): void => {
  const { costOf, bodyLimitOf, refuse, log } = options;
  const admission = new Admission(options.networkFactor);
  const count = shedCounter(log);
  server.addHook('onRequest', (request, reply, next) => {
    if (isTooLong(request, bodyLimitOf(request))) {
      refuse(request, reply, 'RequestTooLarge');
      return;
    }
    const cost = costOf(request);
    const leave = admission.enter(cost, networkOf(request.ip));
    if (leave) {
      shedInRow.delete(request.raw.socket);
      reply.raw.once('close', leave);
      next();
      return;
    }
    shedRequests.add(request);
    count(cost);
    // Node resumes reading once the answer is written.
    reply.raw.once('finish', () => setImmediate(readLater, request));
    refuse(request, reply, 'Unavailable');
  });
};
