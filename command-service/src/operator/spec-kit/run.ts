import { Readable } from 'node:stream';
import { streamOf } from '@groundswell/contracts';
import { actingAs, commandOf, parseCommandLine } from '@groundswell/platform/operator';
import type { Instance } from '../../spec-kit/instance.js';
import { catalogue } from '../catalogue.js';
import { carryOut, toCommand } from '../commands.js';
import { readInput } from '../read-input.js';

/** Operator commands on the instance that a spec starts. */
export const runningOn = (instance: () => Instance) => ({
  run(words: readonly string[], input = '') {
    const definition = commandOf(words, catalogue) ?? { name: '', summary: '' };
    const reading = {
      input: Readable.from([input]),
      notes: { write: () => undefined },
      interrupt: () => undefined,
      signal: new AbortController().signal,
    };
    const parsed = parseCommandLine(words, definition);
    const by = { actor: actingAs(parsed, {}), correlationId: 'spec' };
    return carryOut(instance().services, toCommand(parsed), readInput(reading), by);
  },
  /** A person's events, each with who caused it. */
  async noted(personId: string): Promise<string[]> {
    const { events } = await instance().services.eventStore.readStream(streamOf('user', personId));
    return events.map(({ type, metadata }) => `${type} by ${metadata.actor.role} ${metadata.actor.id}`);
  },
});
