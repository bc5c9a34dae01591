import { randomUUID } from 'node:crypto';
import { createLog, parseConfig } from '@groundswell/platform';
import { actingAs, endWith, exitCodes, type Handler, runOperator } from '@groundswell/platform/operator';
import { operatorConfigSchema } from '../config.js';
import { openCoreServices } from '../core-services.js';
import { catalogue } from './catalogue.js';
import { carryOut, toCommand } from './commands.js';
import { type ReadInput, readInput } from './read-input.js';

const interrupt = (): void => void process.kill(process.pid, 'SIGINT');

const handle: Handler = async (invocation) => {
  const command = toCommand(invocation);
  const { terminal, signal } = invocation;
  const actor = actingAs(invocation, process.env);
  const config = parseConfig(operatorConfigSchema, process.env);
  const log = createLog({ service: 'operator', level: 'silent' });
  // Operator commands rotate no refresh tokens, so they need no secret for that.
  const core = await openCoreServices(config, log);
  try {
    const reading = { input: process.stdin, notes: process.stderr, interrupt, signal };
    const read = readInput(reading);
    const ask: ReadInput = (prompt, extent) => terminal.whileTyping(read(prompt, extent));
    const said = await carryOut(core, command, ask, {
      actor,
      correlationId: randomUUID(),
    });
    terminal.result(said, said.message);
    return said.declined ? exitCodes.attention : exitCodes.done;
  } finally {
    await core.close();
  }
};

const handlers = Object.fromEntries(catalogue.map(({ name }) => [name, handle]));

endWith(runOperator(process.argv.slice(2), catalogue, handlers));
