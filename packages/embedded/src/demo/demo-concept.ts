/** Ticker, company, percent with at most two decimals. */
export type Holding = readonly [symbol: string, company: string, percent: string];

interface DemoPart {
  readonly name: string;
  readonly description: string;
  readonly holdings: readonly Holding[];
}

/** One sitting of the curators: all that they changed, and why. A new weight is a removal and an addition. */
export interface DemoChange {
  readonly daysAgo: number;
  readonly reason: string;
  readonly rename?: string;
  readonly describe?: string;
  readonly remove?: readonly string[];
  /** Holdings by the name of the part that they go into. */
  readonly add?: Readonly<Record<string, readonly Holding[]>>;
}

/** A concept of the demo, with its past. Days count back from the first start. */
export interface DemoConcept {
  /** Never changes: ids derive from it. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly daysAgo: number;
  readonly parts: readonly DemoPart[];
  readonly changes?: readonly DemoChange[];
}
