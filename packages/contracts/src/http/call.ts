import type { z } from 'zod';
import type { Cost } from './costs.js';
import type { Route } from './routes.js';

/** Who may make a call. The guard refuses whatever no call grants. */
export type Access = 'public' | 'user' | 'staff';

/** Default limit of a body in bytes: many times what the longest fields take. */
export const usualBodyLimit = 16_384;

/**
 * One HTTP call as data: services serve it, the web app calls it, and the OpenAPI document is generated from it.
 */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> extends Route {
  readonly summary: string;
  readonly access: Access;
  /** The kind of load it causes; `costs` holds the limits of each kind for a network. */
  readonly cost: Cost;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * Limit of its body in bytes; by default none for a GET, else `usualBodyLimit`. Enforced before anything
   * reads the body.
   */
  readonly bodyLimit?: number;
  /** Fields of a multipart body, instead of `body`; files are sent as `files[]`. */
  readonly form?: z.ZodType;
  /** Media type of the response when it is not JSON. */
  readonly produces?: string;
  /** Responses are serialized through this schema: fields missing from it cannot leak. */
  readonly response: Response;
}

/**
 * Returns the call unchanged, but keeps the exact types of body, query and response, which an annotation would
 * lose.
 */
export const defineCall = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  call: Call<Params, Query, Body, Response>,
): Call<Params, Query, Body, Response> => call;

export type BodyOf<C> = C extends Call<z.ZodType, z.ZodType, infer Body> ? z.input<Body> : never;
export type QueryOf<C> = C extends Call<z.ZodType, infer Query> ? z.input<Query> : never;
export type ParamsOf<C> = C extends Call<infer Params> ? z.input<Params> : never;
export type ResponseOf<C> =
  C extends Call<z.ZodType, z.ZodType, z.ZodType, infer Response> ? z.output<Response> : never;
