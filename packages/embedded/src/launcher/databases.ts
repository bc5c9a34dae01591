import { FatalFault } from '@groundswell/platform';
import pg from 'pg';

export const databaseOn = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};

export const ensureDatabase = async (serverUrl: string, database: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } catch (error) {
    throw new FatalFault(
      `Database ${database} does not exist and could not be created: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};
