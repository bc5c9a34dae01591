/** Rows that are only ever added: they wait as the text that they are sent as, which takes less room than objects do. */
export class WaitingTexts {
  #texts: string[] = [];
  #length = 0;

  /** Characters of all of them. */
  get length(): number {
    return this.#length;
  }

  add(row: object | undefined): void {
    if (!row) return;
    const text = JSON.stringify(row);
    this.#texts.push(text);
    this.#length += text.length;
  }

  /** All of them, and begins anew. */
  handOver(): string[] {
    const texts = this.#texts;
    this.#texts = [];
    this.#length = 0;
    return texts;
  }
}
