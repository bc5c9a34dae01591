import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { InstanceHealth } from './instance-health.js';

const status = {
  head: '4711',
  out_of_reach: [],
  read_models: [],
  alarms: [],
  queues: [],
  failed_jobs: [],
  replays: [],
};
const shown = (head: string, alarms: string[] = []) =>
  renderToStaticMarkup(
    <InstanceHealth found={{ status: { ...status, head, alarms }, jobs: [], differences: [] }} />,
  );
/** The region announced when it changes. */
const spoken = (markup: string) => /<div[^>]*role="status".*?<\/div><\/div>/s.exec(markup)?.[0];

describe('the system status', () => {
  it('is read out when it changes, and not with every event that is appended', () => {
    expect(shown('4711')).toContain('The log is at position 4711.');
    expect(spoken(shown('4711'))).toContain('All is well.');
    expect(spoken(shown('4711'))).toBe(spoken(shown('4712')));
    expect(spoken(shown('4711', ['moneyBook stands still']))).toContain('moneyBook stands still');
  });
});
