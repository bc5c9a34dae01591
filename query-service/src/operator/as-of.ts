import {
  exitCodes,
  type Handler,
  type Invocation,
  NotDone,
  textOf,
  WrongUsage,
} from '@groundswell/platform/operator';
import { describeMoment, type Moment, parseMoment } from '@groundswell/projections';
import { answerAsOf } from './answer-as-of.js';
import { readConfig } from './config.js';
import { checkParameters, isOfTheChain, pastCallNamed } from './past-calls.js';

const momentOf = (time: string, kind: 'recorded' | 'occurred'): Moment => {
  const moment = parseMoment(time, kind);
  if (moment) return moment;
  throw new WrongUsage(
    `"${time}" is neither a day (2026-03-01), nor an instant (2026-03-01T15:00:00Z), nor a position.`,
  );
};

const isJson = (contentType: string): boolean => contentType.includes('json');

const problemIn = (body: string): string => {
  const problem: { error?: string; fields?: Record<string, string> } = JSON.parse(body);
  const fields = Object.entries(problem.fields ?? {}).map(([name, message]) => `--${name}: ${message}`);
  return fields.length > 0 ? fields.join('\n') : (problem.error ?? body);
};

/** Parses the command line. @throws WrongUsage */
const questionOf = (invocation: Invocation) => {
  const { parameters, options, arguments: words } = invocation;
  const { time = '', query = '' } = words;
  const call = pastCallNamed(query);
  const until = momentOf(time, options['as-known'] || isOfTheChain(call) ? 'recorded' : 'occurred');
  const person = textOf(invocation, 'person');
  if (call.access === 'user' && !person) {
    throw new WrongUsage('This query is about one person: name them with --person=<id>.');
  }
  checkParameters(call, parameters);
  return { call, time, until, parameters, person: call.access === 'user' ? person : undefined };
};

export const asOf: Handler = async (invocation) => {
  const { terminal, signal, options } = invocation;
  const question = questionOf(invocation);
  const answer = await answerAsOf(readConfig(), {
    ...question,
    signal,
    onProgress: ({ label, events, fraction }) =>
      terminal.progress.show({ label, fraction, done: events, unit: 'events' }),
  });
  if (answer.status >= 400) {
    const said = isJson(answer.contentType) ? problemIn(answer.body) : answer.body;
    throw answer.status === 400 ? new WrongUsage(said) : new NotDone(said);
  }
  const value: unknown = isJson(answer.contentType) ? JSON.parse(answer.body) : answer.body;
  const { until } = question;
  if (until.kind === 'recorded' && !options['as-known'])
    terminal.note('This query is about the log as it was recorded, so --as-known applies.');
  terminal.note(`As of ${describeMoment(until)}, at position ${answer.position ?? 'unknown'}:`);
  terminal.result(
    {
      asOf: describeMoment(until),
      asKnown: until.kind !== 'occurred',
      position: answer.position,
      answer: value,
    },
    typeof value === 'string' ? value : JSON.stringify(value, undefined, 2),
  );
  return exitCodes.done;
};
