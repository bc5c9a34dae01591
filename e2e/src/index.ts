export { launchChromium } from './chromium.js';
export * from './fuzz/index.js';
export { type Environment, type House, HouseDidNotStart, type SignIn, startHouse } from './house.js';
