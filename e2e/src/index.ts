export { launchChromium } from './chromium.js';
export * from './fuzz/index.js';
export {
  type Environment,
  type Instance,
  InstanceDidNotStart,
  type SignIn,
  startInstance,
} from './instance.js';
export { tryToOperate } from './operate.js';
