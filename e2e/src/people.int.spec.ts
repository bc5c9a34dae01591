import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { OpenInstance } from './instance.js';

const minutes = 60_000;
let instance: OpenInstance;
let staff: string;
beforeAll(async () => {
  instance = (await (await fetch(inject('sharedInstanceUrl'))).json()) as OpenInstance;
  const { email, password } = instance.signIns.staff;
  staff = (await post('/user/token/', { email, password })).body.access ?? '';
}, 3 * minutes);

interface Answer {
  readonly status: number;
  readonly body: Record<string, string> & { readonly waiting?: number };
}

const ask = async (path: string, request: RequestInit, token?: string): Promise<Answer> => {
  const response = await fetch(`${instance.url}${path}`, {
    ...request,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const post = (path: string, body: object, token?: string) =>
  ask(path, { method: 'POST', body: JSON.stringify(body) }, token);
const get = (path: string, token?: string) => ask(path, {}, token);

interface Demand {
  readonly people: { readonly left: number };
  readonly concepts: readonly { readonly concept_id: string; readonly waiting: number }[];
}
/** Of all people and trends of the instance, which other specs use, too. */
const demand = async (): Promise<Demand> =>
  (await get('/api/get_waitlist_demand/', staff)).body as unknown as Demand;

const day = 86_400_000;
/** The trends of the demo, which no other spec changes. */
const demo = async () => {
  const { concepts } = (await get('/api/get_concepts/')).body as unknown as {
    concepts: { created_at: string }[];
  };
  return concepts.filter(({ created_at }) => Date.parse(created_at) < Date.now() - day);
};

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
const mailsTo = async (email: string): Promise<readonly Mail[]> => {
  const response = await fetch(`${instance.url}/mailbox/all.json`);
  const { mails }: { mails: Mail[] } = JSON.parse(await response.text());
  return mails.filter(({ to }) => to === email);
};
const tokenIn = (mail: Mail | undefined, screen: string): string =>
  new RegExp(`${instance.url}/${screen}#([\\w-]{43})`).exec(mail?.text ?? '')?.[1] ?? 'none';
const mailAbout = (email: string, subject: string): Promise<Mail> =>
  vi.waitFor(
    async () => {
      const mail = (await mailsTo(email)).find((each) => each.subject === subject);
      expect(mail, `a mail about "${subject}"`).toBeDefined();
      return mail as Mail;
    },
    { timeout: 30_000, interval: 100 },
  );

const filesBelow = (directory: string): string[] =>
  readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

describe('a person, from the waitlist to the account and to erasure', () => {
  const email = `ann.${randomUUID()}@example.com`;
  const password = `tide ${randomUUID()}`;
  const secrets: string[] = [email, password];
  let userId: string;
  let trendId: string;

  it('joins for a trend, and confirms by mail', { timeout: minutes }, async () => {
    const name = `Waited for ${randomUUID()}`;
    trendId = (await post('/api/create_new_concept/', { name, description: 'By Ann.' }, staff)).body.id ?? '';
    const joined = await post('/user/register/', {
      email: email.toUpperCase(),
      password: 'placeholder',
      concept_id: trendId,
    });
    expect([joined.status, joined.body]).toEqual([200, {}]);
    const mail = await mailAbout(email, 'Confirm your place on the waitlist');
    const token = tokenIn(mail, 'confirm_waitlist');
    secrets.push(token, tokenIn(mail, 'leave_waitlist'));
    expect((await post('/user/confirm_waitlist/', { token })).status).toBe(200);
    await vi.waitFor(async () => {
      const { concepts } = await demand();
      expect(concepts).toContainEqual({ concept_id: trendId, name, waiting: 1, confirmed: 1 });
    }, 10_000);
  });

  it('sets a password by email, signs in, and gets a notice', { timeout: minutes }, async () => {
    expect((await post('/user/token/', { email, password })).status).toBe(401);
    expect((await post('/user/password_reset_request/', { email })).body).toEqual({});
    const token = tokenIn(await mailAbout(email, 'Set your password'), 'password_reset');
    secrets.push(token);
    expect((await post('/user/password_reset/', { token, password })).status).toBe(200);
    expect((await post('/user/password_reset/', { token, password })).status).toBe(410);
    const session = (await post('/user/token/', { email, password })).body;
    secrets.push(session.access ?? '', session.refresh ?? '');
    const user = (await get('/user/user/', session.access)).body;
    expect(user).toMatchObject({ email, is_staff: false });
    userId = user.id ?? '';
    await mailAbout(email, 'Your password was changed');
  });

  it('leaves no address, token or password in any log', { timeout: minutes }, () => {
    const logs = filesBelow(join(instance.dataDirectory, 'logs'));
    expect(logs.length).toBeGreaterThan(5);
    const said = logs.map((path) => readFileSync(path, 'utf8')).join('\n');
    expect(said).toContain('mail sent');
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  });

  it('is signed out everywhere at once, also at a service that has only the public key', {
    timeout: minutes,
  }, async () => {
    const { email: address, password: word } = instance.signIns.staff;
    const { access, refresh } = (await post('/user/token/', { email: address, password: word })).body;
    expect((await get('/api/get_waitlist_demand/', access)).status).toBe(200);
    await post('/user/logout/', { refresh });
    // The service hears of it, or asks within two seconds.
    await expect
      .poll(async () => (await get('/api/get_waitlist_demand/', access)).status, { timeout: 3_000 })
      .toBe(401);
  });

  it('is erased by an operator, and everything else stays as it is', { timeout: minutes }, async () => {
    // A new instance is still collecting prices: wait until what it reports of them no longer changes.
    await vi.waitFor(
      async () => expect(JSON.stringify(await demo())).not.toContain('"performance":null'),
      45_000,
    );
    const [before, { people }] = [await demo(), await demand()];
    expect(before).toHaveLength(12);
    const ops = spawnSync(
      process.execPath,
      [
        fileURLToPath(new URL('../../scripts/ops.mjs', import.meta.url)),
        'erase-person',
        userId,
        '--reason=asked for it',
      ],
      { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: instance.dataDirectory } },
    );
    expect([ops.status, ops.stdout.trim()]).toEqual([0, `${userId} is erased`]);
    expect((await post('/user/token/', { email, password })).status).toBe(401);
    await vi.waitFor(async () => {
      const now = await demand();
      expect(now.people.left).toBeGreaterThan(people.left);
      const waiting = now.concepts.filter((concept) => concept.concept_id === trendId && concept.waiting > 0);
      expect(waiting).toEqual([]);
    }, 10_000);
    expect(await demo()).toEqual(before);
  });
});

describe('an uploaded image', () => {
  it('is shown at the address of the instance', { timeout: minutes }, async () => {
    // One red pixel.
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
      'base64',
    );
    const form = new FormData();
    form.append('files[]', new File([pixel], 'cover.png', { type: 'image/png' }));
    const response = await fetch(`${instance.url}/api/upload_file/`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${staff}` },
    });
    const { uploaded_files }: { uploaded_files: { url: string }[] } = JSON.parse(await response.text());
    const shown = await fetch(`${instance.url}${uploaded_files[0]?.url}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(shown.headers.get('cache-control')).toContain('immutable');
  });
});
