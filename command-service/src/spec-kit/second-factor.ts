import { type Call, calls, type Session } from '@groundswell/contracts';
import { keepSecrets } from '@groundswell/testing';
import { Secret, TOTP } from 'otpauth';
import { everythingIn } from './everything.js';
import { type Instance, type Person, startInstance } from './instance.js';

/** Milliseconds for which an app shows the same code. */
const step = 30_000;

/** A person whose app generates codes, and whose last code is already spent. */
export interface Protected extends Person {
  readonly session: Session;
  readonly recoveryCodes: readonly string[];
  /** An unspent code; advances the clock by one step for it. */
  nextCode(): string;
  /** The current code, spent or not. */
  code(): string;
}

type Answering = ReturnType<Instance['ask']>;

export const asSession = ({ body }: { body: unknown }) => body as Session;

/** An instance whose people have second factors, and what they do with them. */
export const startGuardedInstance = async () => {
  const instance: Instance = await startInstance({
    SIGN_IN_ATTEMPTS_PER_ADDRESS: '100000',
    REQUESTS_PER_ADDRESS: '100000',
  });
  /** Every secret used here: none of it may appear in a log, an event or a table. */
  const secrets: string[] = [];
  const secret = (...values: string[]): void => {
    secrets.push(...values);
    keepSecrets(...values);
  };
  const post = (call: Call, body: object, session: Pick<Session, 'access'>): Answering =>
    instance.ask(call, body, { token: session.access });

  const protectedPerson = async (): Promise<Protected> => {
    const owner = await instance.register();
    const session = await instance.signIn(owner);
    const { body } = await post(calls.setUpSecondFactor, { password: owner.password }, session);
    const app = new TOTP({ secret: Secret.fromBase32(String(body.secret)) });
    secret(String(body.secret));
    const code = () => app.generate({ timestamp: instance.now().getTime() });
    const turnedOn = await post(calls.turnOnSecondFactor, { code: code() }, session);
    const recoveryCodes = turnedOn.body.recovery_codes as readonly string[];
    secret(...recoveryCodes);
    const nextCode = () => {
      instance.moveClock(step);
      return code();
    };
    return { ...owner, session, recoveryCodes, code, nextCode };
  };

  const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>): Answering =>
    instance.ask(calls.signIn, { email, password });

  return {
    instance,
    secret,
    post,
    protectedPerson,
    signIn,
    async challengeOf(person: Person): Promise<string> {
      const challenge = String((await signIn(person)).body.challenge);
      secret(challenge);
      return challenge;
    },
    complete: (challenge: string, code: string): Answering =>
      instance.ask(calls.completeSignIn, { challenge, code }),
    /** Number of secrets used, and those found in a table, an event or a log line. */
    async secretsKept(): Promise<{ readonly passed: number; readonly kept: readonly string[] }> {
      const logged: string[] = [];
      for await (const { events } of instance.services.eventStore.readAll()) {
        logged.push(
          JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
        );
      }
      const places = [
        await everythingIn(instance.services.database),
        logged.join('\n'),
        instance.logLines.join('\n'),
      ];
      const kept = secrets.filter((each) => places.some((place) => place.includes(each)));
      return { passed: secrets.length, kept };
    },
  };
};
export type GuardedInstance = Awaited<ReturnType<typeof startGuardedInstance>>;
