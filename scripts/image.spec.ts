import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFileSync(fromRoot(path), 'utf8');

const services = ['command-service', 'projections', 'query-service', 'web', 'workers'];

describe('what is copied into an image, and into the repository', () => {
  it.each([
    ['.gitignore', ['.env', '.env.*']],
    ['.dockerignore', ['**/.env', '**/.env.*', '.data', '.git']],
  ])('leaves the secrets of this machine out: %s', (file, patterns) => {
    expect(read(file).split('\n')).toEqual(expect.arrayContaining(patterns));
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('copies what is there', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/groundswell\/(\S+)/gm)].map(
      ([, path = '']) => path,
    );
    expect(copied.filter((path) => path !== 'node_modules' && !existsSync(fromRoot(path)))).toStrictEqual([]);
    expect(copied).toEqual(expect.arrayContaining(services));
  });

  it('lets the user that the services run as read what is copied, whatever may be read where it comes from', () => {
    expect(dockerfile).toContain('\nCOPY . .\nRUN chmod -R u=rwX,go=rX .\n');
  });

  it('sets the limits of allocations that the launcher sets', () => {
    const launcher = read('packages/embedded/src/launcher/part-process.ts');
    const limits = [...launcher.matchAll(/(MALLOC_\w+): '(\d+)'/g)].map(
      ([, name, bytes]) => `${name}=${bytes}`,
    );
    expect(limits).toHaveLength(3);
    expect(dockerfile).toContain(`\nENV ${limits.join(' ')}\n`);
  });

  it('installs the five services, and no embedded part', () => {
    const workspaces = [...dockerfile.matchAll(/--workspace=(\S+)/g)].map(([, name]) => name);
    expect(workspaces.toSorted()).toStrictEqual(services);
  });
});
