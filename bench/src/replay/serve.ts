import { setTimeout } from 'node:timers/promises';
import { type Instance, startInstance } from '@groundswell/e2e';
import { watchReads } from '@groundswell/testing/watch-reads';
import { heading, line, whole } from '../event-store/report.js';
import { appendHistory } from '../history/append-history.js';
import { operate, operateWatched, variablesOf } from './instance-operator.js';

interface Concept {
  readonly id: string;
  readonly performance: number | null;
}

const post = async (instance: Instance, path: string, body: object, token?: string) => {
  const response = await fetch(`${instance.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const answer: Record<string, string> = JSON.parse(await response.text());
  return { status: response.status, answer };
};

const get = async <T>(url: string): Promise<T> => JSON.parse(await (await fetch(url)).text());

/** Waits until every read model has come to the head of the log and stays there. */
const untilCaughtUp = async (instance: Instance): Promise<void> => {
  for (;;) {
    const { problems } = await operate(instance.dataDirectory, ['status']);
    if (Array.isArray(problems) && problems.length === 0) return;
    await setTimeout(2_000);
  }
};

/** A trend of the demo: they are the ones that have prices, once these have come. */
const idOfDemoTrend = async (instance: Instance): Promise<string> => {
  for (;;) {
    const { concepts } = await get<{ concepts: Concept[] }>(`${instance.url}/api/get_concepts/`);
    const priced = concepts.find(({ performance }) => performance !== null);
    if (priced) return priced.id;
    await setTimeout(1_000);
  }
};

/** Someone who renames a trend over and over, and looks each time whether it shows. */
const writeOver = (instance: Instance, conceptId: string, token: string) => {
  let going = true;
  const counts = { written: 0, failed: 0, unseen: 0, stale: 0 };
  const done = (async () => {
    while (going) {
      counts.written += 1;
      const name = `Renamed ${counts.written} times`;
      const { status, answer } = await post(
        instance,
        '/api/rename_concept/',
        { concept_id: conceptId, name },
        token,
      );
      if (status !== 200) counts.failed += 1;
      const seen = await fetch(`${instance.url}/api/get_concept_details/${conceptId}/`, {
        headers: { 'read-after': answer.position ?? '' },
      });
      const text = await seen.text();
      if (seen.headers.get('read-stale') === 'true') counts.stale += 1;
      else if (!text.includes(name)) counts.unseen += 1;
      await setTimeout(20);
    }
  })();
  return async () => {
    going = false;
    await done;
    return counts;
  };
};

/** A whole instance with the demo and a long history; everything is rebuilt while it serves. */
export const replayWhileServing = async (events: number): Promise<void> => {
  const instance = await startInstance({ LOG_LEVEL: 'warn' });
  try {
    await measure(instance, events);
  } finally {
    await instance.stop();
  }
};

const measure = async (instance: Instance, events: number): Promise<void> => {
  heading(
    `A replay of all read models on an instance that serves, with the demo and ${whole(events).trim()} events more`,
  );
  const eventStoreUrl = variablesOf(instance.dataDirectory).EVENTSTORE_URL ?? '';
  const appended = await appendHistory(eventStoreUrl, { events, prices: false });
  line(`${whole(appended.events)} events decided and appended in ${appended.seconds.toFixed(0)} s`);
  const started = performance.now();
  await untilCaughtUp(instance);
  line(`The live read models had them all ${((performance.now() - started) / 1_000).toFixed(0)} s later.`);
  const signIn = await post(instance, '/user/token/', instance.signIns.staff);
  const id = await idOfDemoTrend(instance);
  const mails = async () =>
    (await get<{ mails: unknown[] }>(`${instance.url}/mailbox/all.json`)).mails.length;
  const mailsBefore = await mails();
  const reading = watchReads({
    url: instance.url,
    pause: 20,
    reads: [
      { path: '/api/get_concepts/', size: (body) => (body as { concepts: unknown[] }).concepts.length },
      {
        path: `/api/get_concept/?concept_id=${id}`,
        size: (body) => (body as { growth_list: unknown[] }).growth_list.length,
      },
      {
        path: `/api/get_concept_changes/?concept_id=${id}`,
        size: (body) => (body as { changes: unknown[] }).changes.length,
      },
    ],
  });
  const stopWriting = writeOver(instance, id, signIn.answer.access ?? '');
  const { document: replayed, outward } = await operateWatched(instance.dataDirectory, ['replay', 'all']);
  const written = await stopWriting();
  const { reads, faults, slowest } = await reading.stop();
  const verified = await operate(instance.dataDirectory, ['verify', 'all']);
  const mailed = (await mails()) - mailsBefore;
  const perSecond = Number(replayed.events) / Number(replayed.seconds);
  const differences = Number(verified.total);
  line(
    `${whole(Number(replayed.events))} events replayed in ${Number(replayed.seconds).toFixed(0)} s, ` +
      `${whole(perSecond).trim()} a second, ${replayed.swapped === true ? 'and swapped in' : 'NOT swapped in'}`,
  );
  line(
    `${whole(reads)} reads meanwhile, the slowest after ${slowest} ms: ${faults.length} failed, empty or from the past`,
  );
  line(
    `${whole(written.written)} writes meanwhile: ${written.failed} failed, ${written.unseen} not seen by the next read, ` +
      `${written.stale} answered as stale`,
  );
  line(`${whole(differences)} differences found by verify afterwards`);
  line(
    `${whole(outward.length)} connections of the replay to anything but the log and the read models, ${mailed} mails`,
  );
  for (const fault of faults) line(`  ${fault}`);
  const spotless =
    faults.length + written.failed + written.unseen + differences + outward.length + mailed === 0;
  line(
    `  ${spotless && replayed.swapped === true ? 'met' : 'MISSED'}: no fault, no difference, nothing sent out`,
  );
};
