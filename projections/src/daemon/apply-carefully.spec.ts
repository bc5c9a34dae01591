import type { Session } from '@groundswell/platform/database';
import { expect, it } from 'vitest';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { history } from '../specification/history.js';
import { applyCarefully } from './apply-carefully.js';

it('a full disk is no fault of the event that met it', async () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  const session: Pick<Session, 'transaction'> = { transaction: () => Promise.reject(full) };
  const event = history('concept-1').event('ConceptRenamed', { name: 'Ocean' });
  const batch = { events: [event], position: event.position, mark: undefined };
  await expect(applyCarefully(session, trendList, 'trend_list', batch)).rejects.toBe(full);
});
