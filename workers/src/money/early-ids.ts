const most = 10_000;

/**
 * Things at the broker that it spoke of before the log knew them: a broker that takes no time tells what becomes of a
 * transfer before its acceptance has been written down.
 */
export class EarlyIds {
  private readonly ids = new Set<string>();

  add(id: string): void {
    this.ids.add(id);
    if (this.ids.size <= most) return;
    const [oldest = ''] = this.ids;
    this.ids.delete(oldest);
  }

  /** Whether it was spoken of; it is so once. */
  take(id: string): boolean {
    return this.ids.delete(id);
  }
}
