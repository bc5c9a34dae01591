import pg from 'pg';

/** Every table of every schema of a database, row by row, as text; bytes as hexadecimal digits. */
export const dumpOf = async (databaseUrl: string): Promise<Map<string, string[]>> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const tables = new Map<string, string[]>();
    for (const { name } of rows) {
      const found = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
      tables.set(name, found.rows.map(({ text }) => text).toSorted());
    }
    return tables;
  } finally {
    await client.end();
  }
};

/** How a word can stand in a row: as it is, in an address, in base64 (wherever it begins), and each of these as bytes. */
const formsOf = (word: string): string[] => {
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.from(`${' '.repeat(offset)}${word}`).toString('base64');
    // Only the middle is unique to the word: its ends are mixed with the neighboring text.
    return text.slice(offset === 0 ? 0 : 4, -4);
  });
  const plain = [
    word,
    encodeURIComponent(word),
    ...base64,
    ...base64.map((text) => text.replace(/\+/g, '-').replace(/\//g, '_')),
  ];
  return [...plain, ...plain.map((text) => Buffer.from(text).toString('hex'))].map((text) =>
    text.toLowerCase(),
  );
};

/** Whether a text contains a word; a number does not count as part of a longer one, such as a time. */
const standsIn = (text: string, word: string): boolean =>
  text.includes(word) &&
  (!/^\d+$/.test(word) || new RegExp(`(?:(?<!\\d)|(?<=%[0-9a-f]{2}))${word}(?!\\d)`).test(text));

/** What of these words a text holds, in whatever form. */
export const tracesIn = (text: string, secrets: readonly string[]): string[] => {
  const searched = text.toLowerCase();
  return secrets.flatMap((secret) => {
    const word = secret.toLowerCase();
    return [...new Set(formsOf(secret))].filter((form) =>
      form === word ? standsIn(searched, word) : searched.includes(form),
    );
  });
};
