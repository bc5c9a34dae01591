// Writes the SBOM of all production dependencies to standard output, as CycloneDX 1.5:
// npm run --silent sbom > sbom.json
// Reads only the lock file, so the same dependencies give the same bytes. `npm sbom --omit dev` would leave out
// every library that tests use as well, such as zod and pg.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { name, version, packages } = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'));

const purlOf = (part, partVersion) => `pkg:npm/${part.replace('@', '%40')}@${partVersion}`;

/** `sha512-<base64>`, as in the lock file. */
const hashesOf = (integrity = '') =>
  integrity
    .split(' ')
    .map((each) => /^sha(1|256|384|512)-(.+)$/.exec(each))
    .filter((found) => found !== null)
    .map(([, size, digest]) => ({
      alg: `SHA-${size}`,
      content: Buffer.from(digest, 'base64').toString('hex'),
    }));

/** One license by its SPDX id, or an expression of several. */
const licencesOf = (licence) => {
  if (licence === undefined) return [];
  return [/^[\w.+-]+$/.test(licence) ? { license: { id: licence } } : { expression: licence }];
};

const components = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, part]) => ({ ...part, name: part.name ?? path.split('node_modules/').at(-1) }))
  .map((part) => ({
    type: 'library',
    'bom-ref': purlOf(part.name, part.version),
    name: part.name,
    version: part.version,
    scope: part.optional ? 'optional' : 'required',
    purl: purlOf(part.name, part.version),
    hashes: hashesOf(part.integrity),
    licenses: licencesOf(part.license),
  }));
const once = [...new Map(components.map((part) => [part.purl, part])).values()];

const list = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': purlOf(name, version), name, version } },
  components: once.sort((one, other) => (one.purl < other.purl ? -1 : 1)),
};
console.log(JSON.stringify(list, null, 2));
