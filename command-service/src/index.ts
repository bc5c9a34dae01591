export { configSchema } from './config.js';
export { openCoreServices } from './core-services.js';
export { createPasswords } from './people/account/passwords.js';
