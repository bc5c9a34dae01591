/** Whether a text can be kept: UTF-8 has no half of a surrogate pair, and PostgreSQL no U+0000. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);

/**
 * Whether all texts in a value can be kept, the names of its fields too. One that cannot would be refused by every read
 * model, for ever, once its event is in the log.
 */
export const isAllStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, part]) => isStorable(name) && isAllStorable(part));
};
