import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** An empty database on the shared PostgreSQL. `drop` also ends its open connections. */
export const freshDatabase = async (): Promise<{ databaseUrl: string; drop: () => Promise<void> }> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files it takes a third of the processor that copying it through the log takes, and cloned a sixth.
  await administer(`CREATE DATABASE ${name} STRATEGY FILE_COPY`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};

const administer = async (statement: string): Promise<void> => {
  const client = new pg.Client({
    connectionString: inject('databaseUrl'),
    options: '-c file_copy_method=clone',
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
