import pg from 'pg';

/**
 * Notes how each change of a table's rows is committed, in the order of the changes.
 * @returns what was noted: `off` where a change does not wait for the disk, `on` where it does
 */
export const watchCommits = async (databaseUrl: string, table: string): Promise<() => Promise<string[]>> => {
  const ask = async (statement: string) => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    try {
      return (await client.query<{ how: string }>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  await ask(`
    CREATE TABLE public.watched_commit (number bigserial, how text);
    CREATE FUNCTION public.watch_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.watched_commit (how) VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
    CREATE TRIGGER watching AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION public.watch_commit()`);
  return async () =>
    (await ask('SELECT how FROM public.watched_commit ORDER BY number')).map(({ how }) => how);
};
