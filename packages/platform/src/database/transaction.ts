import pg from 'pg';
import { isConnectionLoss } from './connection-loss.js';
import { CopyIn } from './copy.js';
import { preparedName } from './prepared.js';
import type { Sql, TransactionOptions } from './sql.js';

/**
 * Waits for works that issue statements side by side, until all have ended: none may go on in a transaction that
 * has ended. @throws the first fault, or the one that made the others' statements fail
 */
export const together = async <T>(works: readonly Promise<T>[]): Promise<T[]> => {
  const settled = await Promise.allSettled(works);
  const faults = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (faults.length > 0) throw faults.find((fault) => !consequences.has(fault?.code)) ?? faults[0];
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
};

/** SQLSTATEs of statements after one that failed; the second where one counted on the preparation by another. */
const consequences: ReadonlySet<unknown> = new Set(['25P02', '26000']);

/** Sends in one piece what a pipelined connection is given in one turn of the event loop. */
const gatherTurn = (client: pg.Client): void => {
  const { stream } = client.connection;
  stream.cork();
  setImmediate(() => stream.uncork());
};

const turns = new WeakMap<pg.Client, Promise<unknown>>();

/** One after the other, on a connection that is not pipelined: the client deprecates its own queue. */
const inTurn = <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  const mine = (turns.get(client) ?? Promise.resolve()).then(work);
  turns.set(
    client,
    mine.catch(() => undefined),
  );
  return mine;
};

export const run = async <Row extends object>(
  runner: pg.Pool | pg.ClientBase,
  text: string,
  values?: readonly unknown[],
  patience?: number,
): Promise<Row[]> => {
  const { rows } = await runner.query<Row>({
    text,
    ...(values && { name: preparedName(text), values: [...values] }),
    ...(patience !== undefined && { query_timeout: patience }),
  });
  return rows;
};

export const copy = (
  client: pg.ClientBase,
  statement: string,
  chunks: readonly Buffer[],
  patience: number | undefined,
): Promise<void> => client.query(new CopyIn(statement, chunks, patience)).done;

export const sqlOf = (client: pg.Client, patience: number | undefined): Sql => ({
  query(text, values) {
    if (!client.pipeline) return inTurn(client, () => run(client, text, values, patience));
    gatherTurn(client);
    return run(client, text, values, patience);
  },
  copyIn: (statement, chunks) => inTurn(client, () => copy(client, statement, chunks, patience)),
});

const beginnings = { usual: 'BEGIN', snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' };

/** Sends COMMIT along with statements, unless one of them could not even be issued: it would commit the others alone. */
const commitWith = async (sql: Sql, issued: readonly Promise<unknown>[]): Promise<void> => {
  let failed = false;
  const noted = issued.map((each) =>
    each.catch((fault: unknown) => {
      failed = true;
      throw fault;
    }),
  );
  // What fails by itself has failed when all that waits for nothing else has run.
  if (issued.length > 0) await new Promise<void>((resolve) => process.nextTick(resolve));
  await together(failed ? noted : [...noted, sql.query('COMMIT')]);
};

export const within = async <T>(
  client: pg.Client,
  work: (sql: Sql) => Promise<T>,
  { kind = 'usual', schemas, first, last, hasty, patience, silence }: TransactionOptions<T> = {},
): Promise<T> => {
  const path = schemas ? `; SET LOCAL search_path TO ${schemas.map(pg.escapeIdentifier).join(',')}` : '';
  const haste = hasty ? '; SET LOCAL synchronous_commit TO off' : '';
  const bound = silence ? `; SET LOCAL idle_in_transaction_session_timeout TO ${silence}` : '';
  const sql = sqlOf(client, patience);
  try {
    const begun = sql.query(`${beginnings[kind]}${path}${haste}${bound}${first ? `; ${first}` : ''}`);
    // Where statements need not wait for it, the first of the work go with it: on a connection that still answers,
    // they fail when it fails.
    if (!client.pipeline) await begun;
    const working = work(sql);
    await together<unknown>([begun, working]);
    const result = await working;
    await commitWith(sql, last?.(sql, result) ?? []);
    return result;
  } catch (error) {
    // A closed connection rolls back automatically, and a silent one would not answer.
    if (!isConnectionLoss(error)) await sql.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};
