/** What is held for each network, the oldest first. */
export class ByNetwork<Held> {
  readonly #networks = new Map<string, Set<Held>>();

  add(network: string, held: Held): void {
    const ofNetwork = this.#networks.get(network) ?? new Set();
    this.#networks.set(network, ofNetwork.add(held));
  }

  delete(network: string, held: Held): void {
    const ofNetwork = this.#networks.get(network);
    ofNetwork?.delete(held);
    if (ofNetwork?.size === 0) this.#networks.delete(network);
  }

  /** Takes out the oldest of the network for which most is held: others then lose nothing. */
  takeOldestOfMost(): Held | undefined {
    let [network, most]: [string, ReadonlySet<Held>] = ['', new Set()];
    for (const [each, ofEach] of this.#networks)
      if (ofEach.size > most.size) [network, most] = [each, ofEach];
    const [oldest] = most;
    if (oldest !== undefined) this.delete(network, oldest);
    return oldest;
  }
}
