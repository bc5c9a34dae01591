import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConceptProof } from '@groundswell/contracts';
import { type Database, openDatabase } from '@groundswell/platform/database';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { expectAccessible, heading } from '../browsing.js';
import { instance, page } from '../open-instance.js';
import { tryToOperate } from '../operate.js';
import { standstill } from '../standstill.js';

/** The event store's tables, accessed directly. */
let log: Database;

const conceptNamed = async (name: string): Promise<string> => {
  const answer = await fetch(`${instance.url}/api/get_concepts/`);
  const { concepts } = (await answer.json()) as { concepts: { id: string; name: string }[] };
  return concepts.find((concept) => concept.name === name)?.id ?? '';
};
const verifying = async (name: string) => page.goto(`/verify?concept_id=${await conceptNamed(name)}`);
const success = () => page.getByText(/^These \d+ changes are exactly what was recorded\.$/);
const alarm = () => page.getByRole('alert').filter({ hasText: 'This isn’t what was recorded.' });

/** Flips one bit near the end of an event's data; flipping it again restores the event. */
const turn = (position: string) =>
  log.query(
    `UPDATE event SET data = set_byte(data, length(data) - 4, get_byte(data, length(data) - 4) # 1) WHERE position = ${BigInt(position)}`,
  );
/**
 * Positions of a trend's events, once all of them are in the chain: an earlier alteration would be recorded as is.
 */
const positionsOf = async (name: string): Promise<string[]> => {
  const id = await conceptNamed(name);
  const chained = async () => {
    const answer = await fetch(`${instance.url}/api/get_concept_proof/?concept_id=${id}`);
    expect(await answer.json()).toMatchObject({ waiting: 0, concept: expect.anything() });
  };
  await vi.waitFor(chained, { timeout: 30_000, interval: 100 });
  const rows = await log.query<{ position: string }>(
    'SELECT position::text FROM event WHERE stream = $1 ORDER BY revision',
    [`concept-${id}`],
  );
  return rows.map(({ position }) => position);
};

/** Exit code of a command that a part kept waiting for seconds, as on a machine that runs other tests: it is tried again. */
const unavailable = 69;

/** `audit verify --json`, as an operator runs it. */
const audit = async (attempts = 4): Promise<{ code: number; said: unknown }> => {
  const { code, document: said } = await tryToOperate(instance, ['audit', 'verify', '--json']);
  if (code === unavailable && attempts > 1) return audit(attempts - 1);
  return { code, said };
};

/** Alters the proof on its way to the visitor. */
const intercept = (alter: (proof: ConceptProof) => ConceptProof) =>
  page.route('**/api/get_concept_proof/**', async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: alter(await answer.json()) });
  });

const readsTheProof = () => {
  it('comes from a trend’s change log, and reads what was proved and what was not', async () => {
    const { length } = await positionsOf('Climate Tech');
    await page.goto(`/get_concept/${await conceptNamed('Climate Tech')}`);
    await page.getByRole('link', { name: 'Verify these changes' }).click();
    await heading(page, 'Verify').waitFor();
    await success().waitFor();

    expect(await success().textContent()).toContain(`These ${length} changes`);
    await page
      .getByText(`Your browser hashed ${length} changes as the log holds them at this moment.`)
      .waitFor();
    await page.getByText('The change log on the trend’s page matches these records').waitFor();
    await page.getByRole('heading', { name: 'What it doesn’t' }).waitFor();
    await page.getByText('Every change, with its hash').click();
    expect(await page.getByText('As recorded', { exact: true }).count()).toBe(length);
  });

  it('can read it in both themes, at 1280 and at 390 pixels, with any aid', async () => {
    const expectReadable = async () => {
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
      }
    };
    await verifying('Blue Economy');
    await page.getByText(/^These \d+ changes are exactly what was recorded/).waitFor();
    await page.getByText('Every change, with its hash').click();
    await expectReadable();
    await page.goto('/verify');
    await page.getByRole('link', { name: 'Blue Economy' }).waitFor();
    await expectReadable();
  });

  it('reads that the trend doesn’t exist', async () => {
    await page.goto('/verify?concept_id=nobody');
    await page.getByText('We couldn’t find that trend.').waitFor();
  });
};

/** Leaves the log as it was, but what an audit has found in between is noted. */
const findsAlteration = () => {
  beforeAll(() => {
    const { DATABASE_URL } = JSON.parse(readFileSync(join(instance.dataDirectory, 'operator.json'), 'utf8'));
    const url = new URL(DATABASE_URL);
    url.pathname = '/event_store';
    log = openDatabase({ url: url.href, name: 'spec', connections: 1 });
  });
  afterAll(() => log?.close());

  it('finds the position of a byte changed in the database, and no fault once it is changed back', async () => {
    const [, , position = ''] = await positionsOf('Cyber Defense');
    await turn(position);
    await verifying('Cyber Defense');
    await alarm().getByText(`Position ${position}, recorded`).waitFor();
    await page.getByText('this change was altered. It no longer matches what was recorded.').waitFor();
    expect(await page.getByText('Does not match', { exact: true }).count()).toBe(1);
    expect(await audit()).toMatchObject({
      code: 1,
      said: { intact: false, faults: [{ kind: 'altered', position }] },
    });

    await turn(position);
    expect(await audit()).toMatchObject({ code: 0, said: { intact: true, faults: [] } });
    await page.reload();
    await success().waitFor();
  });

  it('finds the position of a change that was removed from the database', async () => {
    const position = (await positionsOf('Robots at Work')).at(-1) ?? '';
    await log.query(`CREATE TABLE taken AS SELECT * FROM event WHERE position = ${BigInt(position)}`);
    await log.query(`DELETE FROM event WHERE position = ${BigInt(position)}`);
    await verifying('Robots at Work');
    await alarm().getByText(`Position ${position}: the change recorded there is missing.`).waitFor();
    await log.query('INSERT INTO event SELECT * FROM taken; DROP TABLE taken');
  });
};

const findsWhatWasAlteredInTransit = () => {
  it('finds what was altered in transit, also when the last change and all traces of it are withheld', async () => {
    await intercept((proof) => ({
      ...proof,
      events: proof.events.map((event, at) =>
        at === 0
          ? { ...event, record: event.record.replace('"reason":', '"reason":"A tip","before":') }
          : event,
      ),
    }));
    const [first] = await positionsOf('Water Scarcity');
    await verifying('Water Scarcity');
    await alarm().getByText(`Position ${first}, recorded`).waitFor();

    await page.unrouteAll();
    await intercept((proof) => ({
      ...proof,
      events: proof.events.slice(0, -1),
      concept: proof.concept && { ...proof.concept, count: proof.concept.count - 1 },
    }));
    await page.route('**/api/get_concept_changes/**', async (route) => {
      const answer = await route.fetch();
      const { changes } = await answer.json();
      await route.fulfill({ response: answer, json: { changes: changes.slice(1) } });
    });
    await page.reload();
    await alarm()
      .getByText(/^The log shows \d+ changes of this trend; \d+ were recorded\.$/)
      .waitFor();
  });

  it('finds where the change log contradicts the log', async () => {
    await page.route('**/api/get_concept_changes/**', async (route) => {
      const answer = await route.fetch();
      const { changes } = await answer.json();
      const [newest, ...others] = changes;
      await route.fulfill({
        response: answer,
        json: { changes: [{ ...newest, reason: 'Because we say so' }, ...others] },
      });
    });
    const position = (await positionsOf('Clean Energy')).at(-1);
    await verifying('Clean Energy');
    await alarm()
      .getByText(`Position ${position}: the change log on the trend’s page doesn’t match what was recorded.`)
      .waitFor();
  });
};

export const verifiesTrends = () => {
  readsTheProof();
  findsAlteration();
  findsWhatWasAlteredInTransit();
};

const comparesCheckpoints = () => {
  it('that was saved is compared with today’s log, and the browser saves one automatically', async () => {
    await page.goto('/verify');
    const line = page.getByText(/^groundswell \d+ \d+ [0-9a-f]{64}$/);
    const noted = (await line.textContent()) ?? '';
    await page.getByText('This browser has saved the checkpoint above').waitFor();
    const form = page.getByRole('form', { name: 'Compare with a saved checkpoint' });
    await form.getByRole('textbox').fill(noted);
    await form.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('The checkpoint you entered (position').waitFor();
    await page
      .getByText(/^Since then, nothing was altered, removed or reordered up to position \d+/)
      .first()
      .waitFor();
    expect(new URL(page.url()).searchParams.get('checkpoint')).toBe(noted);

    await page.reload();
    await page.getByText('The checkpoint this browser saved (position').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('of another log, or of a longer one, does not match', async () => {
    const { head } = (await (await fetch(`${instance.url}/api/checkpoints/latest/`)).json()) as {
      head: ConceptProof['head'];
    };
    const form = page.getByRole('form', { name: 'Compare with a saved checkpoint' });
    const compare = async (count: number) => {
      await form.getByRole('textbox').fill(`groundswell ${count} 7 ${'ab'.repeat(32)}`);
      await form.getByRole('button', { name: 'Compare' }).click();
    };
    await page.goto('/verify');
    await compare(head.count - 5);
    await page.getByRole('alert').getByText('The log was changed: up to position 7').waitFor();
    await compare(head.count + 100_000);
    await page.getByRole('alert').getByText('The log is shorter than it was').waitFor();
    await form.getByRole('textbox').fill('something else');
    await form.getByRole('button', { name: 'Compare' }).click();
    await form.getByRole('alert').getByText('This isn’t a checkpoint.').waitFor();
    expect(await form.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });
};

const forgetsEarlierCheckpoints = () => {
  it('shows no results about a checkpoint entered before', async () => {
    await page.goto('/verify');
    const noted = (await page.getByText(/^groundswell \d+ \d+ [0-9a-f]{64}$/).textContent()) ?? '';
    const form = page.getByRole('form', { name: 'Compare with a saved checkpoint' });
    const compare = async (line: string) => {
      await form.getByRole('textbox').fill(line);
      await form.getByRole('button', { name: 'Compare' }).click();
    };
    const result = page.locator('section').filter({ has: form }).getByRole('status').last();
    await compare(noted);
    await result.getByText('The checkpoint you entered (position').waitFor();
    const { held, letGo } = standstill();
    await page.route('**/api/checkpoints/consistency/**', async (route) => {
      await held;
      await route.continue();
    });

    await compare(`groundswell 3 7 ${'ab'.repeat(32)}`);

    await page.getByText('Comparing…').waitFor();
    expect(await page.getByText('The checkpoint you entered (position 7)').count()).toBe(0);
    letGo();
    await page.getByRole('alert').getByText('The log was changed: up to position 7').waitFor();
  });
};

export const verifiesCheckpoints = () => {
  comparesCheckpoints();
  forgetsEarlierCheckpoints();
};
