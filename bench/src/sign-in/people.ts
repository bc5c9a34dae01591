import { randomUUID } from 'node:crypto';
import { openCoreServices } from '@groundswell/command-service';
import { createLog } from '@groundswell/platform';
import { masterKeysVariable } from '@groundswell/platform/vault';

type CoreServices = Awaited<ReturnType<typeof openCoreServices>>;

export interface People {
  /** Refresh tokens of sessions that were just opened, for one person after the other. */
  newTokens(count: number): Promise<string[]>;
  close(): Promise<void>;
}

const register = (core: CoreServices, index: number): Promise<string> =>
  core.accounts.register(`person-${index}@example.com`, 'operator', {
    actor: { id: 'bench', role: 'operator' },
    correlationId: randomUUID(),
  });

/** Registers people in the tables and the log of a running service. */
export const openPeople = async (
  count: number,
  environment: {
    readonly DATABASE_URL: string;
    readonly EVENTSTORE_URL: string;
    readonly VAULT_MASTER_KEY: string;
  },
): Promise<People> => {
  const config = { ...environment, VAULT_MASTER_KEY: masterKeysVariable.parse(environment.VAULT_MASTER_KEY) };
  const log = createLog({ service: 'bench', level: 'error' });
  // Sessions are only begun here, never rotated: that takes the service's own secret.
  const core = await openCoreServices(config, log);
  const ids = await Promise.all(Array.from({ length: count }, (_, index) => register(core, index)));
  return {
    newTokens: (wanted) =>
      Promise.all(
        Array.from({ length: wanted }, async (_, index) => {
          const id = ids[index % ids.length] ?? '';
          const session = await core.sessions.startWhile(async () => true, id, 'A browser', false);
          if (!session) throw new Error('no session began');
          return session.refresh;
        }),
      ),
    close: () => core.close(),
  };
};
