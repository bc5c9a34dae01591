import { execFileSync } from 'node:child_process';
import { constants, existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FatalFault } from '@groundswell/platform';

/**
 * How to run PostgreSQL's programs. PostgreSQL refuses to run as root, so a root launcher gives it another
 * identity.
 */
export interface Account {
  /** Owner of the files, if not the current user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** Command before the program's own: a user namespace in which root has another name. */
  readonly prefix: readonly string[];
}

/**
 * Picks the identity: the user postgres, if it can get to the data directory, which will be its own and closed to
 * others, and into that of the programs; else a user namespace, which needs no new user and reaches what root reaches
 * (a clone below a private directory); else a new user.
 */
export const accountFor = (dataDirectory: string, initdb: string): Account => {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const directories = [dirname(resolve(dataDirectory)), initdb];
  const known = userNamed('postgres');
  if (known !== undefined && directories.every(isOpenToAll)) return { owner: known, prefix: [] };
  if (canUseNamespaces()) return { owner: { uid: 0, gid: 0 }, prefix: namespace };
  const shut = directories.find((directory) => !isOpenToAll(directory));
  if (shut !== undefined) {
    throw new FatalFault(
      `PostgreSQL cannot run as root, and other users may not enter ${shut}. Choose another DATA_DIR, or start as an ordinary user.`,
    );
  }
  execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
  const created = userNamed('postgres');
  if (created === undefined)
    throw new FatalFault('PostgreSQL cannot run as root. Start as an ordinary user.');
  return { owner: created, prefix: [] };
};

/** `nobody` is in every user table, and initdb needs a name. */
const namespace = ['unshare', '--user', '--map-user=nobody', '--map-group=nogroup', '--'];

const canUseNamespaces = (): boolean => {
  try {
    const [program = '', ...words] = namespace;
    execFileSync(program, [...words, 'true'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
};

const userNamed = (name: string): { uid: number; gid: number } | undefined => {
  if (!existsSync('/etc/passwd')) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
};

const isOpenToAll = (directory: string): boolean => {
  const path = resolve(directory);
  if (existsSync(path) && (statSync(path).mode & constants.S_IXOTH) === 0) return false;
  return dirname(path) === path || isOpenToAll(dirname(path));
};

/** Changes the owner of an earlier run's data directory to the current identity, if they differ. */
export const giveTo = ({ owner }: Account, directory: string): void => {
  if (owner !== undefined && lstatSync(directory).uid !== owner.uid) giveAll(owner, directory);
};

/** Never what a link leads to: the earlier owner may have made it, and would be given something of root's. */
const giveAll = (owner: { readonly uid: number; readonly gid: number }, path: string): void => {
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveAll(owner, join(path, name));
  lchownSync(path, owner.uid, owner.gid);
};
