/**
 * The tests that a table cell names: `file` › "one title", "another".
 * @param {string} proof
 * @returns {[file: string, title: string][]} a pair for each title
 */
export const namedTests = (proof) =>
  [...proof.matchAll(/`([^`]+)` › ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => [file, title]),
  );
