import { type NotReady, realPause, type Unready, unreadyText } from '@groundswell/platform';

interface Watching {
  readonly ask: () => Promise<Unready>;
  /** Parts that were already reported as not ready. */
  readonly known: Unready;
  readonly say: (line: string) => void;
  /** Called once, as soon as all parts are ready. */
  readonly onAllReady: () => void;
  readonly signal: AbortSignal;
  /** Milliseconds between two checks. */
  readonly every?: number;
}

/** What triggers a new report: which checks fail, not how far behind they are. */
const keyOf = (failing: readonly NotReady[] | undefined): string =>
  (failing ?? []).map(({ check }) => check).join();

/** The reports due after a check: for each part on which this check and the previous one agree. */
const newsOf = (now: Unready, before: Unready, said: Unready) => {
  const names = [...new Set([...Object.keys(said), ...Object.keys(now)])].filter((name) => {
    const key = keyOf(now[name]);
    return key !== keyOf(said[name]) && key === keyOf(before[name]);
  });
  const lines = names.flatMap((name) => {
    const failing = now[name];
    return failing ? unreadyText({ [name]: failing }) : [`${name} is ready again`];
  });
  const asNow = Object.entries(now).filter(([name]) => names.includes(name));
  const others = Object.entries(said).filter(([name]) => !names.includes(name));
  return { lines, said: Object.fromEntries([...others, ...asNow]) };
};

const isEmpty = (unready: Unready): boolean => Object.keys(unready).length === 0;

/**
 * Reports a part that is not ready at two checks in a row, with the reason, and when it is ready again. Ends
 * with the signal.
 */
export const watchReadiness = async ({
  ask,
  known,
  say,
  onAllReady,
  signal,
  every = 4_000,
}: Watching): Promise<void> => {
  let [said, before] = [known, known];
  let wereAllReady = isEmpty(known);
  while (!signal.aborted) {
    const now = await ask();
    if (signal.aborted) return;
    const news = newsOf(now, before, said);
    for (const line of news.lines) say(line);
    said = news.said;
    before = now;
    if (!wereAllReady && isEmpty(said)) onAllReady();
    wereAllReady ||= isEmpty(said);
    await realPause(every, signal);
  }
};
