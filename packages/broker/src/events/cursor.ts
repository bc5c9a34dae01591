const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export const isUlid = (id: string): boolean => ulid.test(id);

/** The time that a ULID begins with, in milliseconds since 1970. */
export const timeOfUlid = (id: string): number =>
  [...id.slice(0, 10)].reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);

/** The first ULID of a time. */
const firstUlidAt = (time: number): string => {
  let text = '';
  for (let rest = Math.max(0, time); text.length < 10; rest = Math.floor(rest / 32)) {
    text = digits[rest % 32] + text;
  }
  return text + '0'.repeat(16);
};

/**
 * A cursor some time before the given one. Within a millisecond the broker's ids have no order, and across
 * accounts events may be late: a reader that continues from a little earlier misses nothing. Anything but a
 * ULID is returned unchanged.
 */
export const earlier = (id: string, milliseconds: number): string =>
  isUlid(id) ? firstUlidAt(timeOfUlid(id) - milliseconds) : id;

/**
 * An id as a cursor, capped at the present: a reader that continued after an id from the future would get no messages
 * until then.
 * @param now milliseconds since 1970
 */
export const atMost = (id: string, now: number): string => (timeOfUlid(id) > now ? firstUlidAt(now) : id);

/** Ids that came lately, so that those that come again are known. */
export class RecentIds {
  private readonly ids = new Set<string>();

  constructor(private readonly most: number) {}

  /** Notes an id; false when it was there already. */
  add(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    if (this.ids.size > this.most) for (const oldest of this.ids) return this.ids.delete(oldest);
    return true;
  }
}
