export { configSchema } from './config.js';
export { openGround } from './ground.js';
export { createPasswords } from './people/passwords.js';
