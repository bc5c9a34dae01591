import type { Sql } from './sql.js';

/** Milliseconds between two signs of life. */
const signEvery = 2_000;

/** Asks for nothing, every few seconds: this process is alive, and so is its connection. @returns the function that stops it */
export const giveSigns = (sql: Pick<Sql, 'query'>): (() => void) => {
  let isAsking = false;
  const signs = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    const done = () => {
      isAsking = false;
    };
    sql.query('SELECT 1').then(done, done);
  }, signEvery).unref();
  return () => clearInterval(signs);
};

/**
 * Does other work in the middle of a transaction that ends when it is silent: as long as that takes, and no longer than this
 * process is alive.
 */
export const withSignsOfLife = async <T>(sql: Sql, work: () => Promise<T>): Promise<T> => {
  const stop = giveSigns(sql);
  try {
    return await work();
  } finally {
    stop();
  }
};
