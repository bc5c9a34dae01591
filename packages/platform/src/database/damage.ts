import type { Catalogue, Entry } from './catalogue.js';

/** One object of a schema that is not as the program made it. */
export interface Fault {
  /** The table concerned; null for objects outside any table. */
  readonly table: string | null;
  /** A sentence without the schema's name. */
  readonly words: string;
  /** Whether rows of the table cannot be compared with those of one that is whole. */
  readonly ofShape: boolean;
}

const nameOf = ({ kind, name, of }: Entry): string => {
  const named = name === '' ? kind : `${kind} ${name}`;
  return of === null ? named : `${named} of table ${of}`;
};

const tableOf = ({ kind, name, of }: Entry): string | null => of ?? (kind === 'table' ? name : null);

const ordering = 'order of the columns';
const shaping: ReadonlySet<string> = new Set(['table', 'column', ordering]);

const faultOf = (entry: Entry, words: string): Fault => ({
  table: tableOf(entry),
  words,
  ofShape: shaping.has(entry.kind),
});

const keyed = (catalogue: Catalogue): Map<string, Entry> =>
  new Map(catalogue.map((entry) => [JSON.stringify([entry.kind, entry.of, entry.name]), entry]));

const isRelation = ({ of, kind }: Entry): boolean => of === null && kind !== 'function' && kind !== 'type';

/**
 * Names of tables and the like in one catalogue only. Their columns, indexes and constraints are not reported
 * separately.
 */
const alone = (some: Map<string, Entry>, others: Map<string, Entry>): Set<string> =>
  new Set([...some].flatMap(([key, entry]) => (isRelation(entry) && !others.has(key) ? [entry.name] : [])));

const mostShown = 160;
const shown = (definition: string): string => {
  const text = definition.replace(/\s+/g, ' ').trim() || 'as usual';
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
};

/**
 * Differences between two catalogues: missing, altered or unexpected objects. The parts of a missing table
 * are left out.
 */
export const faultsOf = (expected: Catalogue, found: Catalogue): Fault[] => {
  const [made, there] = [keyed(expected), keyed(found)];
  const [gone, added] = [alone(made, there), alone(there, made)];
  const faults: Fault[] = [];
  for (const [key, entry] of made) {
    if (entry.of !== null && gone.has(entry.of)) continue;
    const now = there.get(key);
    if (!now) faults.push(faultOf(entry, `${nameOf(entry)} is missing`));
    else if (now.definition !== entry.definition && entry.kind !== ordering) {
      const words = `${nameOf(entry)} is "${shown(now.definition)}" and not "${shown(entry.definition)}"`;
      faults.push(faultOf(entry, words));
    }
  }
  for (const [key, entry] of there) {
    if (made.has(key) || (entry.of !== null && added.has(entry.of))) continue;
    faults.push(faultOf(entry, `${nameOf(entry)} does not belong there`));
  }
  return [...faults, ...misordered(made, there, faults)];
};

/**
 * Columns that are all present, but in another order. With a column missing or added, the order means
 * nothing.
 */
const misordered = (
  made: Map<string, Entry>,
  there: Map<string, Entry>,
  faults: readonly Fault[],
): Fault[] => {
  const told = new Set(faults.flatMap(({ table, ofShape }) => (ofShape && table !== null ? [table] : [])));
  return [...made].flatMap(([key, entry]) => {
    const now = there.get(key);
    const isOther = entry.kind === ordering && now !== undefined && now.definition !== entry.definition;
    if (!isOther || told.has(entry.of ?? '')) return [];
    return [faultOf(entry, `${nameOf(entry)} is ${shown(now.definition)}`)];
  });
};

/** Faults that are listed by name; the rest are only counted. */
const mostNamed = 8;

/** The first of them in one sentence, without a full stop. */
export const faultsText = (faults: readonly Fault[]): string => {
  const named = faults.slice(0, mostNamed).map(({ words }) => words);
  const more = faults.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
};
