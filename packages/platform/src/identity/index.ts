export * from './access-token.js';
export * from './identity-changes.js';
export * from './identity-watch.js';
export * from './keys.js';
export * from './lock-sign-in-methods.js';
export * from './secrets.js';
