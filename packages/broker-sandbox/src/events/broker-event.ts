/** Something that happened, as a stream tells it. `id` is its ULID, in rising order within the whole sandbox. */
export interface BrokerEvent {
  readonly id: string;
  readonly at: number;
  readonly stream: EventStream;
  readonly owner: string;
  readonly accountId: string;
  /** The message, without the id and time that the stream adds under its own names. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type EventStream = 'accounts' | 'funding';
