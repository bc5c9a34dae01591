import type { Call } from '@groundswell/contracts';
import {
  exitCodes,
  type Handler,
  type Invocation,
  NotDone,
  suggest,
  textOf,
  WrongUsage,
} from '@groundswell/platform/operator';
import { describeMoment, type Moment, parseMoment } from '@groundswell/projections';
import { answerAsOf, lookedBackAt, parametersInPath } from './answer-as-of.js';
import { readConfig } from './config.js';

const callNamed = (name: string): Call => {
  const call = lookedBackAt.get(name);
  if (call) return call;
  const meant = suggest(name, [...lookedBackAt.keys()]);
  const hint = meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : '';
  throw new WrongUsage(
    `There is no query "${name}".${hint} There are: ${[...lookedBackAt.keys()].join(', ')}.`,
  );
};

const momentOf = ({ arguments: { time = '' }, options }: Invocation): Moment => {
  const moment = parseMoment(time, options['as-known'] ? 'recorded' : 'occurred');
  if (moment) return moment;
  throw new WrongUsage(
    `"${time}" is neither a day (2026-03-01), nor an instant (2026-03-01T15:00:00Z), nor a position.`,
  );
};

const isJson = (contentType: string): boolean => contentType.includes('json');

const problemIn = (body: string): string => {
  const problem: { error?: string; fields?: Record<string, string> } = JSON.parse(body);
  const fields = Object.entries(problem.fields ?? {}).map(([name, message]) => `--${name}: ${message}`);
  return [problem.error ?? body, ...fields].join('\n');
};

export const asOf: Handler = async (invocation) => {
  const { terminal, parameters, signal } = invocation;
  const until = momentOf(invocation);
  const call = callNamed(invocation.arguments.query ?? '');
  const person = textOf(invocation, 'person');
  if (call.access === 'user' && !person) {
    throw new WrongUsage('This query is about the one who asks: say whom with --person=<id>.');
  }
  const missing = parametersInPath(call).find((name) => !parameters[name]);
  if (missing) throw new WrongUsage(`This query needs --${missing}=…`);
  const answer = await answerAsOf(readConfig(), {
    call,
    until,
    parameters,
    person: call.access === 'user' ? person : undefined,
    signal,
    onProgress: ({ label, events, fraction }) =>
      terminal.progress.show({ label, fraction, done: events, unit: 'events' }),
  });
  if (answer.status >= 400) {
    const said = isJson(answer.contentType) ? problemIn(answer.body) : answer.body;
    throw answer.status === 400 ? new WrongUsage(said) : new NotDone(said);
  }
  const value: unknown = isJson(answer.contentType) ? JSON.parse(answer.body) : answer.body;
  terminal.note(`As of ${describeMoment(until)}, at position ${answer.position ?? 'unknown'}:`);
  terminal.result(
    { asOf: describeMoment(until), position: answer.position, answer: value },
    typeof value === 'string' ? value : JSON.stringify(value, undefined, 2),
  );
  return exitCodes.done;
};
