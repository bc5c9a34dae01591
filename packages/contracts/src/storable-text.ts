/** Whether a text can be stored: UTF-8 cannot encode an unpaired surrogate, and PostgreSQL rejects U+0000. */
const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);

/**
 * Whether all texts in a value can be stored, including field names. Once in the log, an event with one that cannot
 * would permanently fail in every read model.
 */
export const isAllStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, part]) => isStorable(name) && isAllStorable(part));
};
