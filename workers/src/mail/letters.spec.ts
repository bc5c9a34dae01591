import { linkScreens, linkTokenSchema, tokenOfFragment } from '@groundswell/contracts';
import { secondMails } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import { htmlOf, type Letter, textOf } from './letter.js';
import { writeLetter } from './letters.js';
import type { DueMail, MailKind } from './mailable.js';

const publicUrl = 'https://groundswell.test';
const day = 86_400_000;
const issued: { purpose: string; personId: string; cause: string; lifetime: number }[] = [];
const linkTo = (link: (typeof issued)[number]): string => {
  issued.push(link);
  return String.fromCharCode(64 + issued.length).repeat(43);
};
const occurredAt = '2026-11-20T15:04:00.000Z';
let now = new Date(occurredAt);
let owner: string | undefined;
let hasAccount = true;
const vault = {
  get: async () => ({ 'email.pending': 'new@example.com' }) as never,
  find: async (field: string) => (field === 'email' ? owner : undefined),
};
const write = async (kind: MailKind): Promise<Letter> => {
  issued.splice(0);
  const mail: DueMail = { eventId: 'event-1', personId: 'ann', kind, occurredAt };
  const turnOf = () => Promise.reject(new Error('None of these is about money.'));
  const letter = await writeLetter(mail, {
    ...{ linkTo, publicUrl, turnOf, vault },
    hasAccount: async () => hasAccount,
    now: () => now,
  });
  if (!letter) throw new Error(`There is no occasion for ${kind}.`);
  return letter;
};

const urlsOf = (letter: Letter): string[] =>
  [letter.action?.url, ...letter.footnotes.map(({ url }) => url)].flatMap((url) => url ?? []);

const aboutSigningIn = [
  'password changed',
  'google linked',
  'google unlinked',
  'new device',
  'new network',
  'address changed',
  'two-step sign-in turned on',
  'two-step sign-in turned off',
  'recovery codes renewed',
  'copied sign-in ended',
] as const;

describe('a letter', () => {
  it('lets people confirm and leave', async () => {
    const letter = await write('confirm waitlist');
    expect(issued.map(({ purpose, personId, cause }) => [purpose, personId, cause])).toEqual([
      ['confirm_waitlist', 'ann', 'event-1'],
      ['leave_waitlist', 'ann', 'event-1'],
    ]);
    expect(urlsOf(letter)).toEqual([
      `${publicUrl}${linkScreens.confirm_waitlist}#${'A'.repeat(43)}`,
      `${publicUrl}${linkScreens.leave_waitlist}#${'B'.repeat(43)}`,
    ]);
  });

  it.each(['reset password', 'account opening'] as const)(
    'lets people set a password within the hour: %s',
    async (kind) => {
      const letter = await write(kind);
      expect(issued).toEqual([
        { purpose: 'password_reset', personId: 'ann', cause: 'event-1', lifetime: 3_600_000 },
      ]);
      expect(urlsOf(letter)).toEqual([`${publicUrl}/password_reset#${'A'.repeat(43)}`]);
    },
  );

  it('lets people confirm a new address within the hour, unless another account has it', async () => {
    const letter = await write('confirm address');
    expect(issued).toEqual([
      { purpose: 'confirm_email', personId: 'ann', cause: 'event-1', lifetime: 3_600_000 },
    ]);
    expect(urlsOf(letter)).toEqual([`${publicUrl}/confirm_email#${'A'.repeat(43)}`]);
    owner = 'bob';
    expect(urlsOf(await write('confirm address'))).toEqual([]);
    expect(issued).toEqual([]);
    hasAccount = false;
    expect(urlsOf(await write('confirm address'))).toHaveLength(1);
    [owner, hasAccount] = [undefined, true];
  });

  it.each(['address change asked for', ...secondMails['address changed']] as const)(
    'lets people stop it from their old address, for three days: %s',
    async (kind) => {
      const letter = await write(kind);
      expect(issued).toMatchObject([{ purpose: 'stop_email_change', lifetime: 3 * day }]);
      expect(urlsOf(letter)).toEqual([`${publicUrl}/stop_email_change#${'A'.repeat(43)}`]);
      expect(letter.paragraphs[0]).toContain('November 20, 2026 at 10:04 AM ET');
    },
  );

  it.each([
    ['confirm address', 600_000, 3_000_000, 'November 20, 2026 at 11:04 AM ET'],
    ['address change asked for', 2 * day, day, 'November 23, 2026 at 10:04 AM ET'],
    ['address was changed', 2 * day, day, 'November 23, 2026 at 10:04 AM ET'],
  ] as const)('promises that for no longer when it is late: %s', async (kind, late, lifetime, until) => {
    now = new Date(Date.parse(occurredAt) + late);
    const letter = await write(kind);
    now = new Date(occurredAt);
    expect(issued).toMatchObject([{ lifetime }]);
    expect(textOf(letter)).toContain(`until ${until}`);
  });

  it('says of a changed address only what holds however late it is, and if it was undone or changed again', async () => {
    const [present, former] = [
      textOf(await write('address changed')),
      textOf(await write('address was changed')),
    ];
    const change = 'the email address of your Groundswell account was changed';
    expect(present).toContain(
      `On November 20, 2026 at 10:04 AM ET ${change}. You now sign in with this address.`,
    );
    expect(former).toContain(
      `On November 20, 2026 at 10:04 AM ET ${change}. You no longer sign in with this address.`,
    );
    for (const text of [present, former])
      expect(text).not.toMatch(/ since | from this address |has moved|are on hold/);
  });

  it.each(aboutSigningIn)('says when: %s', async (kind) => {
    const letter = await write(kind);
    expect(issued).toEqual([]);
    expect(letter.paragraphs[0]).toContain('November 20, 2026 at 10:04 AM ET');
    expect(urlsOf(letter)).toEqual([`${publicUrl}/password_reset_request/`]);
  });

  it('keeps the token in the fragment, where the screen finds it', async () => {
    const [url] = urlsOf(await write('reset password'));
    const { hash, pathname, search } = new URL(url ?? '');
    expect([pathname, search]).toEqual([linkScreens.password_reset, '']);
    expect(linkTokenSchema.parse(tokenOfFragment(hash))).toBe('A'.repeat(43));
    expect(tokenOfFragment('#cut')).toBeUndefined();
  });

  it.each(['confirm waitlist', 'reset password', ...aboutSigningIn] as const)(
    'says the same in text and HTML: %s',
    async (kind) => {
      const letter = await write(kind);
      const [text, html] = [textOf(letter), htmlOf(letter)];
      for (const words of [...letter.paragraphs, ...urlsOf(letter)]) {
        expect(text).toContain(words);
        expect(html).toContain(words);
      }
      expect(html).not.toMatch(/<(script|img|link|iframe)/i);
    },
  );

  it('escapes HTML', () => {
    const html = htmlOf({
      subject: '<b>',
      paragraphs: ['<script>1 & "2"</script>'],
      action: { label: '<i>', url: 'https://x.test/?"onclick="' },
      footnotes: [],
    });
    expect(html).toContain('&lt;script&gt;1 &amp; &quot;2&quot;&lt;/script&gt;');
    expect(html).not.toMatch(/<script|<b>|<i>|"onclick/);
  });
});
