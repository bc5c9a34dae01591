// Loaded by the build before an entry: when the process ends, writes what V8 has compiled of its libraries.
const { renameSync, writeFileSync } = require('node:fs');
const v8 = require('node:v8');
const vm = require('node:vm');

// What is compiled under other options of V8 than a process starts with, it does not use.
v8.setFlagsFromString = () => undefined;

vm.Script = class extends vm.Script {
  constructor(code, { cachedData: _older, ...options }) {
    super(code, options);
    process.once('exit', () => {
      const file = `${options.filename}.compiled`;
      writeFileSync(`${file}.new`, this.createCachedData());
      renameSync(`${file}.new`, file);
    });
  }
};
