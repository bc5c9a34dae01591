/** A stretch of memory outside the heap, with texts one after another: the collector neither looks at nor moves them. */
export class Page {
  readonly bytes: Buffer;
  #end = 0;

  constructor(size: number) {
    // Memory of its own: what is cut from a larger piece would keep the whole of it.
    this.bytes = Buffer.allocUnsafeSlow(size);
  }

  get end(): number {
    return this.#end;
  }

  get left(): number {
    return this.bytes.length - this.#end;
  }

  /** @returns where the text begins */
  put(text: string): number {
    const at = this.#end;
    this.#end += this.bytes.write(text, at);
    return at;
  }

  /** Forgets all that was put on it, so that it may be filled again. */
  clear(): void {
    this.#end = 0;
  }

  putByte(byte: number): void {
    this.bytes[this.#end] = byte;
    this.#end += 1;
  }

  text(at: number, length: number): string {
    return this.bytes.toString('utf8', at, at + length);
  }
}

/** Bytes as they are sent, and the page on which they lie. */
export interface Sent {
  readonly page: Page;
  readonly bytes: Buffer;
}

/** Bytes of the first page: what is applied while it serves seldom needs more. */
const smallest = 8 * 2 ** 10;
/** The database holds all of a statement several times over. */
const largest = 256 * 2 ** 10;

/** Bytes that a text takes at most. */
export const mostBytesOf = (text: string): number => text.length * 3;

/** Pages, each filled before the next one is begun: small ones first, then larger ones. */
export class Pages {
  #size = smallest;
  #page: Page | undefined;
  readonly #free: Page[] = [];

  /** The page that has room for so many bytes and takes what is put next. */
  withRoom(bytes: number): Page {
    if (!this.#page || this.#page.left < bytes) this.#page = this.#next(bytes);
    return this.#page;
  }

  /** Begins another page with what is put next. */
  turn(): void {
    this.#page = undefined;
  }

  /** Takes back a page that no one reads any more: memory that comes and goes is slow to be given back to the system. */
  reuse(page: Page): void {
    page.clear();
    this.#free.push(page);
  }

  #next(bytes: number): Page {
    const free = this.#free.pop();
    if (free && free.left >= bytes) return free;
    const page = new Page(Math.max(this.#size, bytes));
    this.#size = Math.min(this.#size * 4, largest);
    return page;
  }
}
