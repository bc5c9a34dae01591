import { describe, expect, it } from 'vitest';
import { withCorrelation } from './correlation.js';
import { createLog } from './log.js';

const recorded = () => {
  const lines: string[] = [];
  const log = createLog({
    service: 'test',
    level: 'info',
    destination: { write: (line) => lines.push(line) },
  });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') };
};

describe('log', () => {
  it('writes one JSON object a line, with the service and the level by name', () => {
    const { log, last } = recorded();
    log.info({ stream: 'concept-1' }, 'appended');
    expect(last()).toMatchObject({ service: 'test', level: 'info', stream: 'concept-1', msg: 'appended' });
  });

  it('carries the correlation across awaits', async () => {
    const { log, last } = recorded();
    await withCorrelation({ correlationId: 'c-1', causationId: 'e-1' }, async () => {
      await Promise.resolve();
      log.info('inside');
    });
    expect(last()).toMatchObject({ correlationId: 'c-1', causationId: 'e-1' });
    log.info('outside');
    expect(last().correlationId).toBeUndefined();
  });

  it('removes personal data and secrets passed to it by mistake', () => {
    const { log, lines } = recorded();
    log.info(
      { email: 'ann@example.com', body: { password: 'hunter2' }, user: { ssn: '123-45-6789' } },
      'oops',
    );
    expect(lines.join()).not.toMatch(/ann@example|hunter2|123-45/);
  });

  it('keeps the values that a database error quotes out of the line', () => {
    const { log, lines, last } = recorded();
    const fault = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.com) already exists.',
    });
    log.error({ err: fault }, 'failed');
    expect(last().err).toMatchObject({ message: 'duplicate key', code: '23505' });
    expect(lines.join()).not.toContain('ann@example');
  });
});
