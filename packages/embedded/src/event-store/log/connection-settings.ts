import type { ClientConfig } from 'pg';

/**
 * Settings of all connections to the database: after ten idle seconds each side probes the other, so that
 * PostgreSQL releases the locks of a server whose machine is gone.
 * @param name is shown in pg_stat_activity
 * @param options of the session, as `-c name=value`
 */
export const connectionSettings = (databaseUrl: string, name: string, options = ''): ClientConfig => ({
  connectionString: databaseUrl,
  application_name: name,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 15_000,
  options: `-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 ${options}`,
});
