import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createTerminal, whileHeard } from './terminal.js';

/** A pipe to someone who may leave before everything was said. */
class Pipe extends EventEmitter {
  readonly written: string[] = [];
  write(text: string): void {
    this.written.push(text);
  }
  leave(code = 'EPIPE'): void {
    this.emit('error', Object.assign(new Error(`write ${code}`), { code }));
  }
}

const opened = () => {
  const [out, notes] = [new Pipe(), new Pipe()];
  return { out, notes, terminal: createTerminal(false, whileHeard(out), whileHeard(notes)) };
};

describe('a terminal whose reader leaves', () => {
  it('lets the work continue, without printing', () => {
    const { notes, out, terminal } = opened();
    terminal.note('begins');
    notes.leave();
    terminal.note('goes on');
    terminal.progress.show({ label: 'trendList', done: 1, unit: 'events' });
    terminal.result({ swapped: true }, 'Swapped in.');
    expect(notes.written).toEqual(['begins\n']);
    expect(out.written).toEqual(['Swapped in.\n']);
  });

  it('ends quietly when no one reads the rest of the output', () => {
    const { out, terminal } = opened();
    terminal.result({}, 'many lines');
    expect(() => out.leave()).not.toThrow();
    expect(() => out.leave('ERR_STREAM_DESTROYED')).not.toThrow();
  });

  it('still fails on any other error', () => {
    const { out } = opened();
    expect(() => out.leave('ENOSPC')).toThrow('ENOSPC');
  });
});
