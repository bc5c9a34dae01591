import { readdirSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { LegalDocument } from './document.js';
import { LegalPage } from './legal-page.js';
import privacyPolicy from './privacy-policy.md';
import termsOfUse from './terms-of-use.md';

const documents = { '/privacy_policy': privacyPolicy, '/terms_of_service': termsOfUse };

const markupOf = (legal: LegalDocument): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LegalPage legal={legal} />
    </MemoryRouter>,
  );
const wordsOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&');
const attributes = (markup: string, name: string): string[] =>
  [...markup.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

/** The text of one section, including its heading. */
const sectionOf = (legal: LegalDocument, id: string): string => {
  const section = legal.sections.find((one) => one.id === id);
  if (!section) throw new Error(`${legal.title} has no section ${id}`);
  return wordsOf(markupOf({ ...legal, introduction: [], inShort: [], sections: [section] }));
};

describe('The Privacy Policy', () => {
  const words = wordsOf(markupOf(privacyPolicy));

  it('is effective March 16, 2025', () => {
    expect(words).toContain('Privacy PolicyEffective March 16, 2025');
  });

  it('is for people of at least 18', () => {
    expect(sectionOf(privacyPolicy, 'under-18')).toContain('at least 18 years old');
  });

  it('says that the numbers the broker has accepted are deleted', () => {
    const kept = sectionOf(privacyPolicy, 'how-long');
    expect(kept).toMatch(/Social Security number\s*Deleted at the moment we record the broker’s acceptance/);
    expect(kept).toMatch(/Bank account number\s*Deleted at the moment we record the broker’s acceptance/);
  });

  it('names how long each kind of data in docs/security.md is kept', () => {
    const kept = sectionOf(privacyPolicy, 'how-long');
    const inPolicy: Readonly<Record<string, string>> = {
      'Email address': 'Email address',
      'A new address until its emailed link is followed': 'Email address you have asked for',
      'A previous address': 'Email address you have changed',
      'The draft of an application': 'Application not sent yet',
      'Name, addresses, phone, date of birth, answers': 'Account and application details',
      'Agreement: version, time, network address': 'Account and application details',
      'Social Security number': 'Social Security number',
      'Account and routing number of a bank': 'Bank account number',
      'Name of a bank account’s owner': 'Account and application details',
      'Secret of an authenticator app': 'Two-step sign-in',
      'Ids at the broker, codes of its refusals, the address that an application went under':
        'Account and application details',
      'The broker’s own words when it refuses, cancels or returns something': 'The broker’s reasons',
      'Id of a linked Google account': 'Linked Google account',
    };
    const security = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
    const table =
      /\| What \| Field in the vault \| Until \|\n\|[-|]+\n((?:\|.*\n)+)/.exec(security)?.[1] ?? '';
    const things = table
      .split('\n')
      .flatMap((row) => /^\| ([^|]+) \|/.exec(row)?.[1]?.replaceAll("'", '’') ?? []);

    expect(things.sort()).toEqual(Object.keys(inPolicy).sort());
    for (const term of Object.values(inPolicy)) expect(kept).toContain(term);
  });

  it('names what is stored outside the vault: sessions, recovery codes, and networks', () => {
    const kept = sectionOf(privacyPolicy, 'how-long');
    expect(kept).toMatch(/Recovery codes.*hash/);
    expect(kept).toMatch(/Sessions.*browser and system.*30 days after the sign-in/);
    expect(kept).toMatch(/Networks.*keyed hash.*30 days/);
    const collected = sectionOf(privacyPolicy, 'what-we-collect');
    for (const thing of ['as you type it', 'authenticator app', 'recovery codes', 'browser and system'])
      expect(collected).toContain(thing);
  });

  it('says of the change log what it shows, and no role', () => {
    const history = sectionOf(privacyPolicy, 'history');
    expect(history).toContain('says what was changed, when and why');
    expect(history).not.toContain('role');
  });

  it('names every item the site keeps in the browser', () => {
    // What each source file stores, in the policy's words.
    const namedAs: Readonly<Record<string, readonly (string | RegExp)[]>> = {
      'api/read-after.ts': ['how recent your last change is'],
      'app/shell/theme-choice.tsx': ['a light or dark look'],
      'features/trading-account/unsaved-draft.ts': [/\bunsaved_draft\b/],
      'features/transfers/submission-key.ts': [/\btransfer_under_way\b/],
      'features/verify/checkpoint.ts': [/\bgroundswell_checkpoint\b/],
      'session/redirect-target.ts': ['the address of that page is kept until you have signed in'],
      'session/tokens.ts': [/\btoken\b/, /\brefresh_token\b/, /\btoken_time\b/],
    };
    const sources = new URL('../../', import.meta.url);
    const storing = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.|\/spec-kit\//.test(file))
      .filter((file) => readFileSync(new URL(file, sources), 'utf8').includes('.setItem('));
    expect(storing.sort()).toEqual(Object.keys(namedAs));

    const kept = sectionOf(privacyPolicy, 'browser-storage');
    for (const name of Object.values(namedAs).flat())
      expect(new RegExp(name).test(kept), String(name)).toBe(true);
  });
});

describe('The Terms of Use', () => {
  const words = wordsOf(markupOf(termsOfUse));

  it('were revised March 16, 2025', () => {
    expect(words).toContain('Terms of UseRevised March 16, 2025');
  });

  it.each([
    ['eligibility', 'You must be at least 18 years old.'],
    ['disputes', 'within 30 days of the day you first accepted these Terms'],
    [
      'disputes',
      'informal dispute conference, by telephone or video, within 45 days of the day the notice was received',
    ],
    ['warranty', 'it lasts for 90 days from the day you first used the Service'],
    ['liability', 'at most fifty US dollars (US $50)'],
    ['broker', 'Brokerage services are provided by Alpaca Securities LLC'],
    ['no-advice', 'Nothing in the Service is investment, legal, tax or accounting advice'],
  ])('hold in section %s: %s', (id, fact) => {
    expect(sectionOf(termsOfUse, id)).toContain(fact);
  });

  it.each([
    [
      'Changing it adds a new link and ends the old one at once: until the new one is linked, no money can move.',
    ],
    [
      'of a deposit is then taken back out of your brokerage account, and that of a withdrawal is put back into it',
    ],
  ])('say what happens to bank links and returned transfers: %s', (fact) => {
    expect(sectionOf(termsOfUse, 'transfers')).toContain(fact);
  });

  it('tell of the way out of arbitration before anything else', () => {
    expect(words.indexOf('Unless you opt out within 30 days')).toBeGreaterThan(0);
    expect(words.indexOf('Unless you opt out within 30 days')).toBeLessThan(words.indexOf('Contents'));
  });
});

describe.each(Object.entries(documents))('The page at %s', (_path, legal) => {
  const markup = markupOf(legal);
  const ids = attributes(markup, 'id');

  it('lists every section in its contents, in order', () => {
    const contents = markup.slice(markup.indexOf('<nav'), markup.indexOf('</nav>'));
    expect(attributes(contents, 'href').map((to) => to.slice(to.indexOf('#') + 1))).toEqual(
      legal.sections.map(({ id }) => id),
    );
  });

  it('gives each heading an id of its own', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(markup.match(/<h[23][ >]/g)?.length).toBe(markup.match(/<h[23] [^>]*id="/g)?.length);
  });

  it('has a target for every link, on itself or on the other page', () => {
    const [own, elsewhere] = [
      attributes(markup, 'href').filter((to) => to.includes('#')),
      attributes(markup, 'href').filter((to) => to.startsWith('/') && !to.includes('#')),
    ];
    expect(own.length).toBeGreaterThan(legal.sections.length);
    expect(own.map((to) => to.slice(to.indexOf('#') + 1)).filter((id) => !ids.includes(id))).toEqual([]);
    expect(elsewhere.filter((to) => !(to in documents))).toEqual([]);
  });

  it('ends with how to reach us', () => {
    const last = legal.sections.at(-1);
    expect(last?.title).toBe('How to reach us');
    expect(sectionOf(legal, last?.id ?? '')).toMatch(/@groundswell\.test/);
  });

  it('leaves no markup of the source in the text', () => {
    expect(wordsOf(markup)).not.toMatch(/\n| {2}|undefined|\[object|\s[.,;:]/);
  });
});
