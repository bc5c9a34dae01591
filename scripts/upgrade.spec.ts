import { describe, expect, it } from 'vitest';
import { compose, read } from './spec-kit/compose.js';

/** The commands of the operators’ guide. */
const commands = (
  /\*\*Upgrade\*\* in this order.*?```sh\n(.*?)```/s.exec(read('docs/operators.md'))?.[1] ?? ''
)
  .trim()
  .split('\n');

/** All that a service waits for, which Compose starts with it, or replaces where the image is another by now. */
const waitedFor = (name: string): string[] =>
  Object.keys(compose.services[name]?.depends_on ?? {}).flatMap((needed) => [needed, ...waitedFor(needed)]);

const isServiceOfOurs = (name: string): boolean => {
  const { image, restart } = compose.services[name] ?? {};
  return image === 'groundswell' && restart !== 'no';
};

/** Services that keep running, and that a command replaces with those of the new version. */
const replacedBy = (command: string): string[] => {
  const [, verb, name = ''] = /^docker compose (up|run) (?:--\S+ )*(\S+)/.exec(command) ?? [];
  const touched = [
    ...(verb === 'up' ? [name] : []),
    ...(command.includes(' --no-deps ') ? [] : waitedFor(name)),
  ];
  return touched.filter(isServiceOfOurs);
};

describe('the upgrade that the operators’ guide describes', () => {
  it('begins with the projections alone: workers of before could not read what a new command service writes', () => {
    expect(commands.at(-1)).toBe('docker compose up --detach');
    expect(commands.slice(0, -1).flatMap(replacedBy)).toStrictEqual(['projections']);
  });

  it('builds on the newest images, which have their fixes', () => {
    expect(commands[0]).toBe('docker compose build --pull');
  });
});

describe('the fixes that the operators’ guide fetches between versions', () => {
  const fixes = /^Fixes of .*?\n\*\*/ms.exec(read('docs/operators.md'))?.[0] ?? '';

  it('are of those images alone whose names stay the same', () => {
    const [, pulled = ''] =
      /^docker compose pull ([\w -]+)\ndocker compose build --pull\ndocker compose up --detach$/m.exec(
        fixes,
      ) ?? [];
    const moving = Object.entries(compose.services).filter(
      ([, { image = '', build }]) => !build && image !== 'groundswell' && !/:\d+\.\d+\.\d+$/.test(image),
    );
    expect(pulled.split(' ').toSorted()).toStrictEqual(moving.map(([name]) => name).toSorted());
  });

  it('begin with new digests where images are pinned', () => {
    expect(fixes.slice(0, fixes.indexOf('```sh'))).toContain('digests');
  });
});
