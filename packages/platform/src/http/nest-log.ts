import type { LoggerService } from '@nestjs/common';
import type { Log } from '../logging/log.js';

/** Nest's own lines in our form. Its chatter about modules and routes is for debugging. */
export const nestLog = (log: Log): LoggerService => {
  const text = (message: unknown): string => (message instanceof Error ? message.message : String(message));
  return {
    log: (message: unknown) => log.debug(text(message)),
    debug: (message: unknown) => log.debug(text(message)),
    verbose: (message: unknown) => log.trace(text(message)),
    warn: (message: unknown) => log.warn(text(message)),
    error: (message: unknown) => log.error(text(message)),
    fatal: (message: unknown) => log.fatal(text(message)),
  };
};
