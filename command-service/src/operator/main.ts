import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createLog, FatalFault, fatal, loadConfig } from '@groundswell/platform';
import { operatorConfigSchema } from '../config.js';
import { openGround } from '../ground.js';
import { carryOut, NotDone, parseCommand, usage, WrongUsage } from './commands.js';

/** Standard input without the line's end that a terminal or `echo` adds. */
const readInput = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '');

const run = async (): Promise<void> => {
  const command = parseCommand(process.argv.slice(2));
  const config = loadConfig(operatorConfigSchema, process.env);
  const log = createLog({ service: 'operator', level: 'silent' });
  // Operator commands rotate no refresh token, so that they need no secret for it.
  const ground = await openGround(config, log, { sessionSecret: '' });
  try {
    console.log(await carryOut(ground, command, readInput, randomUUID()));
  } finally {
    await ground.close();
  }
};

try {
  await run();
} catch (fault) {
  if (fault instanceof FatalFault) fatal(fault.message);
  const isWrongUsage = fault instanceof WrongUsage;
  const known = isWrongUsage || fault instanceof NotDone;
  console.error(
    known ? fault.message : `It failed: ${fault instanceof Error ? fault.message : String(fault)}`,
  );
  if (isWrongUsage) console.error(usage);
  process.exitCode = isWrongUsage ? 2 : 1;
}
