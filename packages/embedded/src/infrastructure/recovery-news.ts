/** Says that a recovery goes on: after ten seconds, and again whenever it has taken twice as long. */
export const recoveryNews = (say: (line: string) => void): ((milliseconds: number) => void) => {
  let next = 10_000;
  return (milliseconds) => {
    if (milliseconds < next) return;
    next = 2 * milliseconds;
    const seconds = Math.round(milliseconds / 1_000);
    say(
      `PostgreSQL is recovering from a crash (${seconds} s so far). If you stop it now, it has to start over.`,
    );
  };
};
