/** How many considered events one step of the checkpoint interval stands for, unless the subscriber says otherwise. */
export const defaultSearchWindow = 32;

/** When a filtered subscription tells its subscriber how far it has looked. */
export class CheckpointCadence {
  #considered = 0;
  #sent = -1;

  /** @param interval how many events are considered, wanted or not, from one checkpoint to the next */
  constructor(private readonly interval: number) {}

  /** Counts the event at `position` and says whether a checkpoint is due there. */
  considered(position: number): boolean {
    this.#considered += 1;
    return this.#considered >= this.interval && this.#send(position);
  }

  /** Says whether a checkpoint is due at the moment the subscription is up to date, or is so no more. */
  turned(position: number): boolean {
    return this.#send(position);
  }

  #send(position: number): boolean {
    this.#considered = 0;
    if (this.#sent === position) return false;
    this.#sent = position;
    return true;
  }
}
