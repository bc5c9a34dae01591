import { type MissingPrice, streamOf } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { growth } from '../read-models/growth/growth.js';
import { newEvent } from '../specification/events.js';
import { shareStack } from '../specification/shared-stack.js';
import { carryOut } from './spec-kit/carry-out.js';

const shared = shareStack();
const status = async () => (await carryOut(['status', '--json'], shared.variables)).document.problems;

const missing = (...symbols: string[]): MissingPrice[] =>
  symbols.map((symbol) => ({ symbol, cause: 'failed' }));
const append = async (stream: string, event: ReturnType<typeof newEvent>) => {
  const { revision } = await shared.eventStore.readStream(stream);
  await shared.eventStore.append(stream, [event], { expectedRevision: revision });
};
const complete = (date: string, ...left: MissingPrice[]) =>
  append(
    streamOf('market', 'us'),
    newEvent('SessionPricesCompleted.v3', { date, symbols: 3, missing: left }),
  );
const record = (symbol: string, date: string) =>
  append(
    streamOf('instrument', symbol),
    newEvent('DailyReturnsRecorded', { symbol, days: [{ date, close: '10', totalReturn: null }] }),
  );

describe('prices that the broker could not be asked for', () => {
  it('are reported by status, with the session since which they are missing, until they arrive', async () => {
    await record('A', '2026-11-23');
    await complete('2026-11-24', ...missing('A', 'B'), { symbol: 'DEAD', cause: 'no price' });
    await shared.keep(growth);
    await expect
      .poll(status, { timeout: 20_000 })
      .toContain(
        'prices of 2 symbols are missing since the session of 2026-11-24: nightly run asks for them',
      );
    await record('A', '2026-11-24');
    await expect
      .poll(status, { timeout: 20_000 })
      .toContain('prices of 1 symbol are missing since the session of 2026-11-24: nightly run asks for them');
    await record('B', '2026-11-24');
    await expect
      .poll(async () => (await status()).join(), { timeout: 20_000 })
      .not.toContain('are missing since');
  });
});
