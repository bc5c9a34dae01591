// Takes the place of the libraries of a bundle: runs them as the build compiled them. Compiled by another version of
// Node, or under other options of V8, they are compiled again.
const { existsSync, readFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { constants, Script } = require('node:vm');

const filename = __filename.replace('.cjs', '.code.js');
const compiled = `${filename}.compiled`;
const script = new Script(wrap(readFileSync(filename, 'latin1')), {
  filename,
  cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()(exports, require, module, filename, __dirname);
