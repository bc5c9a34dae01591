import 'reflect-metadata';
import { Readable } from 'node:stream';
import { bodyLimitOf, type Call, isRefusal } from '@groundswell/contracts';
import { Req, RequestMapping, RequestMethod, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerOf, SerialisedAnswer, serialise } from './answer.js';
import { type CallInput, parseInput } from './call-input.js';
import { createExchange, type Exchange } from './exchange.js';
import { rememberStream } from './open-streams.js';
import { Refused } from './refused.js';

type Handler<C extends Call> = (
  input: CallInput<C>,
  exchange: Exchange,
) => Promise<AnswerOf<C>> | AnswerOf<C>;

const servedCall = Symbol('served call');

/** The call that a controller's method serves, if any. */
export const servedCallOf = (method: unknown): Call | undefined =>
  typeof method === 'function' ? Reflect.getMetadata(servedCall, method) : undefined;

const send = (call: Call, reply: FastifyReply, answer: unknown): void => {
  if (isRefusal(answer)) throw new Refused(answer);
  if (answer instanceof SerialisedAnswer) {
    if (answer.body instanceof Readable) rememberStream(reply.server.server, answer.body);
    void reply.status(answer.status).header('content-type', answer.contentType).send(answer.body);
    return;
  }
  void reply
    .status(200)
    .header('content-type', 'application/json; charset=utf-8')
    .send(serialise(call, answer));
};

/**
 * Makes a controller's method serve a call of the contract: route, access, validation and answer all come
 * from the contract, and the compiler checks the method against it.
 */
export const Serves =
  <C extends Call>(call: C) =>
  <Method extends Handler<C>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): TypedPropertyDescriptor<Method> => {
    const handle = descriptor.value;
    if (!handle) throw new Error(`@Serves is on something that is not a method: ${key}`);
    const served = async function (
      this: unknown,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<void> {
      const input = parseInput(call, request);
      send(call, reply, await handle.call(this, input, createExchange(request, reply)));
    };
    Reflect.defineMetadata(servedCall, call, served);
    Req()(target, key, 0);
    Res()(target, key, 1);
    const mapped = { ...descriptor, value: served as unknown as Method };
    // Nest cuts one slash off the end of a path, and the contract's paths end in one.
    RouteConfig({ bodyLimit: bodyLimitOf(call), cost: call.cost })(target, key, mapped);
    RequestMapping({ path: `${call.path}/`, method: RequestMethod[call.method] })(target, key, mapped);
    return mapped;
  };
