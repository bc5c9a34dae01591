import type { Migration } from '../database/index.js';

export const linkMigrations: readonly Migration[] = [
  {
    name: 'links in mails',
    sql: `
      -- A token stands in the mail alone; here lies its hash. Whoever reads this table can follow no link.
      CREATE TABLE link (
        token_hash bytea PRIMARY KEY,
        purpose text NOT NULL,
        person_id text NOT NULL,
        -- Id of the event that the mail reacts to: a mail that is made again replaces its links.
        cause text NOT NULL,
        expires_at timestamptz NOT NULL,
        spent_at timestamptz,
        UNIQUE (cause, purpose)
      );
      CREATE INDEX link_by_person ON link (person_id);
      CREATE INDEX link_by_expiry ON link (expires_at);`,
  },
  {
    name: 'where a link was mailed to',
    sql: `
      -- A keyed hash of the address, for links that do one thing from one mailbox and another from the next.
      ALTER TABLE link ADD COLUMN mailbox text;`,
  },
  {
    name: 'the request that spent a link',
    sql: `
      -- A hash of its key: whoever repeats it, because the answer was lost, gets the same answer.
      ALTER TABLE link ADD COLUMN spent_with bytea;`,
  },
];
