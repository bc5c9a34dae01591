/** What a stream of events is made of. */
export type SsePart = { readonly data: string } | { readonly comment: string };

/** Longer than any message of the broker: a stream that never ends a message must not fill the memory. */
const longestMessage = 1_048_576;

/** Takes text in whatever pieces it comes, and gives back what is complete. */
export class SseReader {
  private rest = '';
  private data: string[] = [];

  /** @throws RangeError when a message has no end */
  take(text: string): SsePart[] {
    this.rest += text;
    const parts: SsePart[] = [];
    const lines = this.rest.split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.takeLine(line, parts);
    if (this.rest.length + this.data.reduce((sum, { length }) => sum + length, 0) > longestMessage) {
      throw new RangeError('a message of the stream has no end');
    }
    return parts;
  }

  private takeLine(line: string, parts: SsePart[]): void {
    if (line === '') {
      if (this.data.length > 0) parts.push({ data: this.data.join('\n') });
      this.data = [];
    } else if (line.startsWith(':')) parts.push({ comment: line.slice(1).trim() });
    else if (line.startsWith('data:')) this.data.push(line.slice(5).replace(/^ /, ''));
    // `event:`, `id:` and `retry:` say nothing that the data does not.
  }
}
