export { launchChromium } from './chromium.js';
export { type Environment, type House, HouseDidNotStart, type SignIn, startHouse } from './house.js';
