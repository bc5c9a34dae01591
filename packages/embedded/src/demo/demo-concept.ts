/** Ticker, company, percent with up to two decimals. */
export type Holding = readonly [symbol: string, company: string, percent: string];

interface DemoPart {
  readonly name: string;
  readonly description: string;
  readonly holdings: readonly Holding[];
}

/** One session of edits by the curators, and the reason for it. Changing a weight is a removal plus an addition. */
export interface DemoChange {
  readonly daysAgo: number;
  readonly reason: string;
  readonly rename?: string;
  readonly describe?: string;
  readonly remove?: readonly string[];
  /** Holdings by the name of the part they belong to. */
  readonly add?: Readonly<Record<string, readonly Holding[]>>;
}

/** A demo concept with its history. Days count back from the first start. */
export interface DemoConcept {
  /** Never change it: ids derive from it. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly daysAgo: number;
  readonly parts: readonly DemoPart[];
  readonly changes?: readonly DemoChange[];
}
