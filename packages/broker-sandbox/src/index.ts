export { answerFaults, callFaults, eventFaults, garbage, lateFaults, listFaults } from './admin/fault.js';
export { type Sector, wellKnown } from './market/assets.js';
export { createSandbox, type SandboxOptions } from './server.js';
