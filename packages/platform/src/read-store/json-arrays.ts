import { mostBytesOf, type Page, type Pages, type Sent } from './pages.js';

/** The format of `jsonb` on the wire: https://www.postgresql.org/docs/current/datatype-json.html, `jsonb_send`. */
const version = 1;
const codeOf = (sign: string): number => sign.charCodeAt(0);
const opening = codeOf('[');
const comma = codeOf(',');
const closing = codeOf(']');
/** Bytes around a text: the version and a bracket, or a comma, before it, and a bracket behind. */
const around = 4;

/** Collects JSON texts into arrays that PostgreSQL takes without another copy: one array for each page. */
export class JsonArrays {
  #page: Page | undefined;
  #from = 0;
  #arrays: Sent[] = [];
  #length = 0;

  constructor(private readonly pages: Pages) {}

  /** Bytes of all of them. */
  get length(): number {
    return this.#length;
  }

  /** @returns the page on which the text lies, and where on it */
  add(text: string): { readonly page: Page; readonly at: number } {
    const page = this.pages.withRoom(mostBytesOf(text) + around);
    const before = page.end;
    if (page === this.#page) page.putByte(comma);
    else {
      this.#close();
      [this.#page, this.#from] = [page, before];
      page.putByte(version);
      page.putByte(opening);
    }
    const at = page.put(text);
    this.#length += page.end - before;
    return { page, at };
  }

  /** All of them, and begins again. */
  handOver(): Sent[] {
    this.#close();
    const arrays = this.#arrays;
    this.#arrays = [];
    this.#length = 0;
    return arrays;
  }

  #close(): void {
    if (!this.#page) return;
    this.#page.putByte(closing);
    const bytes = this.#page.bytes.subarray(this.#from, this.#page.end);
    this.#arrays.push({ page: this.#page, bytes });
    this.#page = undefined;
  }
}
