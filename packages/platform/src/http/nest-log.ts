import type { LoggerService } from '@nestjs/common';
import { messageOf } from '../faults.js';
import type { Log } from '../logging/log.js';

/** Nest's own lines in our form. Its chatter about modules and routes is for debugging. */
export const nestLog = (log: Log): LoggerService => {
  return {
    log: (message: unknown) => log.debug(messageOf(message)),
    debug: (message: unknown) => log.debug(messageOf(message)),
    verbose: (message: unknown) => log.trace(messageOf(message)),
    warn: (message: unknown) => log.warn(messageOf(message)),
    error: (message: unknown) => log.error(messageOf(message)),
    fatal: (message: unknown) => log.fatal(messageOf(message)),
  };
};
