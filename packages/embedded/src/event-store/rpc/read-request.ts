import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { defaultSearchWindow } from '../domain/checkpoint-cadence.js';
import { type EventFilter, eventFilter } from '../domain/event-filter.js';
import { badRequest } from './faults.js';

/** A client's read. `from` is a revision or position, or an end of the stream or log. */
export interface ReadRequest {
  /** Undefined for the whole log. */
  readonly stream: string | undefined;
  readonly from: number | 'start' | 'end';
  /** The prepare position that was sent along. It is lower when the position is before an event. */
  readonly prepare: number;
  readonly backwards: boolean;
  readonly resolveLinks: boolean;
  /** Undefined for a subscription. */
  readonly count: number | undefined;
  readonly filter:
    | { readonly accepts: EventFilter; readonly window: number; readonly interval: number }
    | undefined;
}

type Options = ReadReq.Options;

/** @throws CallFault for an invalid request */
export const readRequest = (request: ReadReq): ReadRequest => {
  const options = request.getOptions();
  if (options === undefined) throw badRequest('The options of the read are missing.');
  return {
    ...place(options),
    backwards: options.getReadDirection() === 1,
    resolveLinks: options.getResolveLinks(),
    count: options.hasSubscription() ? undefined : Number(options.getCount()),
    filter: filter(options),
  };
};

const place = (options: Options): Pick<ReadRequest, 'stream' | 'from' | 'prepare'> => {
  const stream = options.getStream();
  if (stream !== undefined) {
    const name = Buffer.from(stream.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
    if (name === '' || name.includes('\0')) throw badRequest('No stream has this name.');
    const from = stream.hasEnd() ? 'end' : revision(stream.getRevision());
    return { stream: name, from: stream.hasStart() ? 'start' : from, prepare: 0 };
  }
  const all = options.getAll();
  if (all === undefined) throw badRequest('A read needs a stream or the whole log.');
  const position = all.getPosition();
  if (position === undefined) return { stream: undefined, from: all.hasEnd() ? 'end' : 'start', prepare: 0 };
  return {
    stream: undefined,
    from: Number(position.getCommitPosition()),
    prepare: Number(position.getPreparePosition()),
  };
};

const greatestRevision = 2n ** 63n - 1n;
const endRevision = 2n ** 64n - 1n;

/** A revision beyond the signed range is refused, except the one that means the end. */
const revision = (text: string): number | 'end' => {
  const value = BigInt(text);
  if (value === endRevision) return 'end';
  if (value > greatestRevision) throw badRequest(`${text} is no revision.`);
  return Number(value);
};

const filter = (options: Options): ReadRequest['filter'] => {
  const wish = options.getFilter();
  if (wish === undefined) return undefined;
  const byStream = wish.getStreamIdentifier();
  const expression = byStream ?? wish.getEventType();
  if (expression === undefined) throw badRequest('A filter needs an expression.');
  const window = wish.hasMax() ? wish.getMax() : defaultSearchWindow;
  const multiplier = wish.getCheckpointintervalmultiplier();
  if (window < 1 || multiplier < 1) throw badRequest('A checkpoint interval must be greater than 0.');
  try {
    const accepts = eventFilter({
      on: byStream === undefined ? 'type' : 'stream',
      regex: expression.getRegex(),
      prefixes: expression.getPrefixList(),
    });
    return { accepts, window, interval: window * multiplier };
  } catch (fault) {
    const malformed =
      'The regular expression of the filter is malformed, or has lookaround or back references.';
    throw badRequest(fault instanceof RangeError ? fault.message : malformed);
  }
};
