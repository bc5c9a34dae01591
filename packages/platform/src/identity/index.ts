export * from './access-token.js';
export * from './keys.js';
