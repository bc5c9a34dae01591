// What a front of all rooms needs: commands as data, without opening anything.
export { helpOf, helpOfAll } from './help.js';
export { commandOf } from './parse.js';
export { suggest } from './suggest.js';
