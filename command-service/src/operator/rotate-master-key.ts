import type { CoreServices } from '../core-services.js';
import type { Said } from './said.js';

/** Waiting requests that may be sealed with an older key; there is no table before the first start. */
const waiting = async ({ database }: CoreServices): Promise<number> => {
  const [table] = await database.query<{ name: string | null }>(
    `SELECT to_regclass('command_service.inbox')::text AS name`,
  );
  if (!table?.name) return 0;
  const [row] = await database.query<{ waiting: number }>(
    'SELECT count(*)::int AS waiting FROM command_service.inbox',
  );
  return row?.waiting ?? 0;
};

/** Wraps every key again, and tells whether older master keys are still needed: then the answer is no. */
export const rotateMasterKey = async (core: CoreServices): Promise<Said> => {
  const { vault } = core;
  let wrapped = 0;
  for (let done = await vault.rewrap(); done > 0; done = await vault.rewrap()) wrapped += done;
  const { masterVersion: version, newestMasterVersion: newest } = vault;
  if (newest > version) {
    const message = `version ${newest} is known but not used for wrapping yet: once every service knows it, put it first in VAULT_MASTER_KEY, restart them, and run this again`;
    return { message, declined: true };
  }
  const said = `${wrapped} ${wrapped === 1 ? 'key was' : 'keys were'} rewrapped; all of them now use version ${version}`;
  const left = await waiting(core);
  const next =
    left === 0
      ? `you can remove older versions from VAULT_MASTER_KEY once every service lists version ${version} first`
      : `${left} queued requests may still need an older version: run this again in a minute before you remove it`;
  return { message: `${said}\n${next}`, declined: left > 0 };
};
