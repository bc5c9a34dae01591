// What a front of all rooms needs: commands as data, without opening anything.
export { helpOf, helpOfAll, helpOfGroup } from './help.js';
export { commandOf, groupOf } from './parse.js';
export { suggest } from './suggest.js';
