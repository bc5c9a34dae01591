import { conceptChangeCalls } from './change-calls.js';
import { conceptHistoryCalls } from './history-calls.js';
import { conceptReadCalls } from './read-calls.js';

export const conceptCalls = { ...conceptReadCalls, ...conceptHistoryCalls, ...conceptChangeCalls } as const;
