import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createLog, parseConfig } from '@groundswell/platform';
import { exitCodes, type Handler, runOperator } from '@groundswell/platform/operator';
import { operatorConfigSchema } from '../config.js';
import { openGround } from '../ground.js';
import { catalogue } from './catalogue.js';
import { carryOut, toCommand } from './commands.js';

/** Standard input without the line's end that a terminal or `echo` adds. */
const readInput = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '');

const handle: Handler = async (invocation) => {
  const command = toCommand(invocation);
  const config = parseConfig(operatorConfigSchema, process.env);
  const log = createLog({ service: 'operator', level: 'silent' });
  // Operator commands rotate no refresh token, so that they need no secret for it.
  const ground = await openGround(config, log, { sessionSecret: '' });
  try {
    const said = await carryOut(ground, command, readInput, randomUUID());
    invocation.terminal.result({ done: said.split('\n') }, said);
    return exitCodes.done;
  } finally {
    await ground.close();
  }
};

const handlers = Object.fromEntries(catalogue.map(({ name }) => [name, handle]));

process.exitCode = await runOperator(process.argv.slice(2), catalogue, handlers);
