import type { Change, Point, Returns } from './recompute.js';

interface Risk {
  readonly volatility: number;
  readonly drawdown: { depth: number; peak: string; trough: string; recovered: string | null } | null;
  readonly best_month: { month: string; return: number };
  readonly worst_month: { month: string; return: number };
}
interface Trend {
  readonly concept: { readonly name: string; readonly performance: number | null };
  readonly growth_list: readonly Point[];
  readonly tracked_since: string | null;
  readonly risk: Risk | null;
}
interface ChangeLine {
  readonly symbol: string | null;
  readonly after: string | null;
}
interface Recorded {
  readonly date: string;
  readonly close: string;
  readonly totalReturn: string | null;
}

/** Reads calls that need no authentication. */
const reader = (origin: string) => {
  const read = async <Answer>(
    path: string,
    query: Record<string, string | undefined> = {},
  ): Promise<Answer> => {
    const address = new URL(path, origin);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, value);
    }
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address.pathname}${address.search}: ${answer.status}`);
    return (await answer.json()) as Answer;
  };

  /** All pages of a call, following each page's `next`. */
  const pages = async <Page extends { readonly next?: string | null }>(
    path: string,
    query: Record<string, string | undefined>,
    parameter: string,
  ): Promise<Page[]> => {
    const found: Page[] = [];
    for (let next: string | undefined; next !== undefined || found.length === 0; ) {
      const page: Page = await read<Page>(path, { ...query, [parameter]: next });
      found.push(page);
      next = page.next ?? undefined;
    }
    return found;
  };

  /** The recorded events of a symbol, or of the sessions, as the log holds them. */
  const records = async <Data>(symbol?: string): Promise<Data[]> => {
    type Page = { events: { record: string }[]; next: string | null };
    const found = await pages<Page>('/api/get_price_proof/', { symbol }, 'from');
    return found.flatMap(({ events }) =>
      events.map(({ record }) => (JSON.parse(record) as { data: Data }).data),
    );
  };

  return { read, pages, records };
};

/** Public data of an instance, available without authentication. */
export const publicData = (origin: string) => {
  const { read, pages, records } = reader(origin);
  return {
    trends: async () =>
      (
        await read<{
          concepts: { id: string; name: string; provenance: string | null; changed_at: string }[];
        }>('/api/get_concepts/')
      ).concepts,
    trend: (id: string) => read<Trend>('/api/get_concept/', { concept_id: id }),
    async changes(id: string): Promise<Change[]> {
      type Page = {
        changes: { position: string; occurred_at: string; lines: ChangeLine[] }[];
        next?: string | null;
      };
      const found = await pages<Page>('/api/get_concept_changes/', { concept_id: id }, 'before');
      return found
        .flatMap(({ changes }) => changes)
        .sort((one, other) => Number(BigInt(one.position) - BigInt(other.position)))
        .map(({ occurred_at: at, lines }) => ({
          at,
          weights: new Map(lines.flatMap(({ symbol, after }) => (symbol ? [[symbol, weightOf(after)]] : []))),
        }));
    },
    async returns(symbol: string): Promise<Returns> {
      type Page = { returns: { date: string; total_return: string | null }[]; next: string | null };
      const found = await pages<Page>('/api/get_returns/', { symbol }, 'after');
      return found.flatMap(({ returns }) =>
        returns.map(({ date, total_return }) => [date, total_return] as const),
      );
    },
    /** Closing prices and returns from the proven records. */
    async recorded(symbol: string): Promise<Recorded[]> {
      return (await records<{ days: Recorded[] }>(symbol)).flatMap(({ days }) => days);
    },
    /** The last session with complete prices. */
    async lastSession(): Promise<string> {
      const dates = (await records<{ date: string }>()).map(({ date }) => date);
      return dates.sort().at(-1) ?? '';
    },
  };
};

/** `12.50%` in hundredths of a percent. */
const weightOf = (after: string | null): bigint | null =>
  after === null ? null : BigInt(after.replace('%', '').replace('.', ''));
