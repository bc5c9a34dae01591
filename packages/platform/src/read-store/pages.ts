/**
 * Memory outside the heap that holds texts one after another: the garbage collector neither scans nor moves
 * them.
 */
export class Page {
  readonly bytes: Buffer;
  #end = 0;

  constructor(size: number) {
    // Its own allocation: a slice of a larger buffer would keep the whole buffer alive.
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

  /** Clears the page for reuse. */
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

/** Bytes of the first page: live updates seldom need more. */
const smallest = 8 * 2 ** 10;
/** The database holds a whole statement several times over. */
const largest = 256 * 2 ** 10;

/** Bytes that a text takes at most. */
export const mostBytesOf = (text: string): number => text.length * 3;

/** Pages, each filled before the next: small ones first, then larger ones. */
export class Pages {
  #size = smallest;
  #page: Page | undefined;
  readonly #free: Page[] = [];

  /** The page that has room for this many bytes and takes what is put next. */
  withRoom(bytes: number): Page {
    if (!this.#page || this.#page.left < bytes) this.#page = this.#next(bytes);
    return this.#page;
  }

  /** Starts another page for what is put next. */
  turn(): void {
    this.#page = undefined;
  }

  /**
   * Keeps an unused page for reuse: allocating and freeing memory all the time returns it to the system
   * slowly.
   */
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
