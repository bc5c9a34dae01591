import { type AnyEvent, benchmarkSymbol, type DailyReturn, streamOf } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import type { Appended, EventStore, NewEvent } from '@groundswell/platform/event-store';

/** The number of concepts and symbols, and of symbols in each concept. */
export interface Size {
  readonly concepts: number;
  readonly symbols: number;
  readonly held: number;
}

const sectors = ['Builders', 'Suppliers', 'Operators'];
const lastSession = '2026-11-19';

const at = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const isWorkday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** A year of sessions and a little more. */
const sessions = Array.from({ length: 380 }, (_, day) => at(lastSession, day - 379)).filter(isWorkday);

/** Returns that look like returns: within 3% a day, different for each symbol, the same at each run. */
const daysOf = (seed: number): DailyReturn[] => {
  let state = seed * 2_654_435_761;
  let close = 40 + (seed % 300);
  return sessions.map((date, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const change = index === 0 ? 0 : (state / 2 ** 32 - 0.485) * 0.06;
    close *= 1 + change;
    return { date, close: close.toFixed(4), totalReturn: index === 0 ? null : change.toFixed(10) };
  });
};

const symbolAt = (index: number): string => `BN${String(index).padStart(4, '0')}`;

const conceptEvents = (conceptId: string, index: number, { symbols, held }: Size): AnyEvent[] => {
  const name = `Trend number ${index + 1}`;
  const description =
    `${name}: companies that build what the coming decade runs on, those who supply them, and those who ` +
    'operate it day by day. Chosen for what they earn with it today, weighed by how much of them it is.';
  return [
    {
      type: 'ConceptCreated',
      data: { conceptId, name, description, imageUrl: `/uploads/${conceptId}.webp` },
    },
    ...sectors.map((sector, place) => ({
      type: 'SubConceptAdded' as const,
      data: { subConceptId: `s${place}`, name: sector, description: `${sector} of ${name}` },
    })),
    ...Array.from({ length: held }, (_, place) => {
      const symbol = symbolAt((index * 3 + place * 11) % symbols);
      return {
        type: 'AllocationAdded' as const,
        data: {
          allocationId: `a${place}`,
          subConceptId: `s${place % sectors.length}`,
          symbol,
          companyName: `${symbol} Holdings Incorporated`,
          weight: Math.floor(10_000 / held),
        },
      };
    }),
  ];
};

const stamped = (stream: string, events: readonly AnyEvent[], occurredAt: string): NewEvent[] =>
  events.map((event, index) => ({
    ...event,
    id: derivedId(stream, String(index)),
    metadata: {
      actor: { id: 'bench', role: 'system' },
      correlationId: 'bench',
      causationId: 'bench',
      schemaVersion: 1,
      occurredAt,
      reason: 'to be measured',
    },
  }));

const appendTo = (eventStore: EventStore, stream: string, events: readonly AnyEvent[]): Promise<Appended> =>
  eventStore.append(stream, stamped(stream, events, '2026-05-12T15:00:00.000Z'), {
    expectedRevision: 'no_stream',
  });

/** Appends on their way at once: more would wait longer for an answer than the client has patience. */
const appendsAtOnce = 50;

/** Writes concepts to the log, and a year of prices behind them; answers the ids of the concepts. */
export const appendCatalogue = async (eventStore: EventStore, size: Size): Promise<readonly string[]> => {
  const ids = Array.from({ length: size.concepts }, (_, index) => derivedId('bench concept', String(index)));
  const traded = [benchmarkSymbol, ...Array.from({ length: size.symbols }, (_, index) => symbolAt(index))];
  const appends = [
    ...ids.map(
      (id, index) => () => appendTo(eventStore, streamOf('concept', id), conceptEvents(id, index, size)),
    ),
    ...traded.map(
      (symbol, index) => () =>
        appendTo(eventStore, streamOf('instrument', symbol), [
          { type: 'DailyReturnsRecorded', data: { symbol, days: daysOf(index + 1) } },
        ]),
    ),
  ];
  for (let start = 0; start < appends.length; start += appendsAtOnce) {
    await Promise.all(appends.slice(start, start + appendsAtOnce).map((append) => append()));
  }
  return ids;
};

/** Says that the prices of the last session are all there: from then on growth is worked out. */
export const completeSession = (eventStore: EventStore, { symbols }: Size): Promise<Appended> =>
  appendTo(eventStore, streamOf('market', 'us'), [
    { type: 'SessionPricesCompleted.v3', data: { date: lastSession, symbols, missing: [] } },
  ]);
