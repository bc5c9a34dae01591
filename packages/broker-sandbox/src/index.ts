export { type Sector, wellKnown } from './market/assets.js';
export { createSandbox, type SandboxOptions } from './server.js';
