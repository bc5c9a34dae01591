import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Instance, type Person, type SignIn, signIn, together } from '@groundswell/e2e';

const operatorCommands = fileURLToPath(new URL('../../../scripts/ops.mjs', import.meta.url));

/** Someone by number, with a password that no list holds. */
const signInOf = (role: string, seed: number, number: number): SignIn => ({
  email: `${role}-${seed >>> 0}-${number}@example.com`,
  password: `tide and lamp ${number} of ${seed >>> 0}`,
});

/** The exit code of a command that did not reach a part. It may be repeated, and changes nothing twice. */
const outOfReach = 69;
const mostAgain = 5;

const operate = async (dataDirectory: string, input: string): Promise<number | null> => {
  const words = ['register-users', '--reason=people of a fuzz run'];
  const child = spawn(process.execPath, [operatorCommands, ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDirectory },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return code;
};

/** Registers many people with one operator command, which reads them from standard input. */
export const registerPeople = async (
  { dataDirectory }: Instance,
  seed: number,
  counts: { readonly customers: number; readonly staff: number },
): Promise<{ readonly customers: SignIn[]; readonly staff: SignIn[] }> => {
  const make = (role: string, count: number) =>
    Array.from({ length: count }, (_, number) => signInOf(role, seed, number));
  const [customers, staff] = [make('customer', counts.customers), make('staff', counts.staff)];
  const everybody = [...customers, ...staff.map((person) => ({ ...person, staff: true }))];
  const input = `${JSON.stringify(everybody)}\n`;
  for (let again = 0; again < mostAgain; again += 1) {
    const code = await operate(dataDirectory, input);
    if (code === 0) return { customers, staff };
    if (code !== outOfReach) throw new Error(`registering people ended with ${code}`);
  }
  throw new Error('registering people found a part out of reach');
};

/** Signs everyone in, from addresses of one network: the sign-ins of each are limited. */
export const enterAll = async (
  url: string,
  people: readonly SignIn[],
  network: number,
): Promise<Person[]> => {
  const signedIn: Person[] = [];
  await together([...people.entries()], 3, async ([index, person]) => {
    signedIn[index] = await signIn(url, person, [network, 1 + (index % 250)]);
  });
  return signedIn;
};
