export * from './access-token.js';
export * from './ended-sessions.js';
export * from './keys.js';
