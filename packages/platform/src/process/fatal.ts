import { writeSync } from 'node:fs';

/** EX_CONFIG of sysexits: the supervisor stops the whole instance instead of restarting the part. */
export const fatalExitCode = 78;

/** A start-up fault that a restart cannot fix: wrong configuration, a newer database, a second writer. */
export class FatalFault extends Error {
  override readonly name = 'FatalFault';
}

/** Prints one line on stderr and ends the process with code 78. */
export const fatal = (message: string): never => {
  writeSync(2, `${message.replace(/\s*\n\s*/g, '; ')}\n`);
  process.exit(fatalExitCode);
};
