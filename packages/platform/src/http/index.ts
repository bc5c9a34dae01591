export { SerialisedAnswer, serialise } from './answer.js';
export type { Confirm } from './call-guard.js';
export type { CallInput } from './call-input.js';
export { type Exchange, signedIn } from './exchange.js';
export type { Form, FormFile, FormLimits } from './multipart.js';
export { Refused } from './refused.js';
export { callsServedBy } from './served-calls.js';
export { Serves } from './serves.js';
export { type HttpService, type HttpServiceOptions, startHttpService } from './start-http-service.js';
