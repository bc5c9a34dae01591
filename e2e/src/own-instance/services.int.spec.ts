import { afterAll, beforeAll, describe } from 'vitest';
import { type Instance, startInstance } from '../instance.js';
import { standsFrozenParts } from './frozen-parts.js';
import { resistsAttacks } from './security.js';

// One after the other on one instance, since starting one takes seven seconds of processor.
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ REQUESTS_PER_ADDRESS: '10000' });
}, 240_000);
afterAll(() => instance?.stop());

describe('under attack', () => resistsAttacks(() => instance));
describe('while parts are frozen', () => standsFrozenParts(() => instance));
