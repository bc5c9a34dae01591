import { type JsonWebKey, randomUUID } from 'node:crypto';
import type { openCoreServices } from '@groundswell/command-service';
import { isRefusal } from '@groundswell/contracts';
import { createTokenSigner, privateTokenKeyVariable } from '@groundswell/platform/identity';

type CoreServices = Awaited<ReturnType<typeof openCoreServices>>;

/** Registers people, and starts their sessions without a password. @param jwk signs their tokens */
export const peopleOf = async (
  { accounts, sessions }: Pick<CoreServices, 'accounts' | 'sessions'>,
  jwk: JsonWebKey,
) => {
  const key = Buffer.from(JSON.stringify(jwk)).toString('base64url');
  const sign = createTokenSigner(privateTokenKeyVariable.parse(key));
  const tokenOf = (id: string, role: 'user' | 'staff', sessionId: string) =>
    sign({ id, role, sessionId, tokenId: randomUUID(), issuedAt: new Date() });
  return {
    async register(email: string, role: 'user' | 'staff' = 'user') {
      const cause = { actor: { id: 'money-test', role: 'operator' }, correlationId: randomUUID() } as const;
      const id = await accounts.register(email, 'operator', cause);
      if (role === 'staff') await accounts.change(id, { type: 'GrantStaff' }, cause);
      const session = await sessions.startWhile(async () => true, id, 'A browser', false);
      if (!session) throw new Error('no session began');
      const { sessionId } = session;
      return { id, newToken: () => tokenOf(id, role, sessionId) };
    },
    async setPassword(id: string, password: string) {
      const cause = { actor: { id, role: 'user' }, correlationId: randomUUID() } as const;
      const set = await accounts.setPassword(id, password, cause);
      if (isRefusal(set)) throw new Error(JSON.stringify(set));
    },
    staffToken: () => tokenOf('money-test', 'staff', randomUUID()),
  };
};
