import type { BodyOf, calls, ParamsOf, QueryOf, ResponseOf } from '@groundswell/contracts';
import type { routes } from '@groundswell/contracts/routes';

type Calls = typeof calls;
type Routes = typeof routes;

type NamesOf<Method> = {
  [Name in keyof Routes]: Routes[Name]['method'] extends Method ? Name : never;
}[keyof Routes];
export type QueryName = NamesOf<'GET'>;
export type CommandName = NamesOf<'POST'>;

export type ParamsFor<Name extends keyof Calls> = ParamsOf<Calls[Name]>;
export type QueryFor<Name extends keyof Calls> = QueryOf<Calls[Name]>;
export type BodyFor<Name extends keyof Calls> = BodyOf<Calls[Name]>;
export type ResponseFor<Name extends keyof Calls> = ResponseOf<Calls[Name]>;

type Values = Readonly<Record<string, string>>;

/** The address of a call, with `:name` parts filled in and the query appended. */
export const addressOf = (path: string, params: Values = {}, query: Values = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
};
