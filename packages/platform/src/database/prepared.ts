const names = new Map<string, string>();

/** A statement's name, the same for the same text: each connection then parses and plans it once. */
export const preparedName = (text: string): string => {
  const known = names.get(text);
  if (known) return known;
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
};
