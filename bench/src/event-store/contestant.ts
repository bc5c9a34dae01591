/** One writer's stream; it appends one event after the other. */
interface StreamWriter {
  readonly appendOne: () => Promise<void>;
}

/** A store under test. */
export interface Contestant {
  readonly name: string;
  readonly openStream: () => StreamWriter;
  /** Appends events to a stream, in one append. */
  readonly appendMany: (stream: string, count: number) => Promise<void>;
  /** Reads that many events of the whole log from its start; returns how many events per second that was. */
  readonly catchUp: (count: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** An event as the product writes them: a few hundred bytes of JSON, with metadata. */
export const sampleData = {
  conceptId: '3f1c2f0e-7d3b-4a52-9c0d-52d7b6f4b0a1',
  title: 'Ocean Energy',
  description:
    'Wave, tidal and offshore wind: those who build it, and those who lay the cables that bring it home.',
  allocations: [
    { symbol: 'ORSTED', weight: 4_000 },
    { symbol: 'VWS', weight: 3_500 },
    { symbol: 'NKT', weight: 2_500 },
  ],
};
export const sampleMetadata = {
  actor: 'staff',
  correlationId: 'f4a6a6d1-8f3c-4b57-b8a5-0a7a6f9c1d22',
  causationId: 'f4a6a6d1-8f3c-4b57-b8a5-0a7a6f9c1d22',
  schemaVersion: 1,
};
export const sampleType = 'ConceptDescribed';
