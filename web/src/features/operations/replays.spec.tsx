import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Replays } from './replays.js';

const run = {
  id: 'a',
  kind: 'replay',
  state: 'interrupted',
  read_models: ['trendList'],
  progress: 0.4,
  per_second: 500,
  seconds_left: null,
  message: null,
  started_at: '2026-11-20T12:00:00Z',
  ended_at: null,
};
const shown = (kind: string, state: string) =>
  renderToStaticMarkup(<Replays replays={[{ ...run, kind, state }]} />);

describe('a run that did not come to its end', () => {
  it.each(['interrupted', 'lost'])('continues when it was a replay: %s', (state) => {
    for (const kind of ['replay', 'dry run']) {
      expect(shown(kind, state)).toContain('run the same command to continue');
    }
  });

  it.each(['interrupted', 'lost'])('starts over when it only compared: %s', (state) => {
    for (const kind of ['verify', 'look back']) {
      expect(shown(kind, state)).not.toContain('goes on');
      expect(shown(kind, state)).toMatch(/interrupted|process lost/);
    }
  });
});
