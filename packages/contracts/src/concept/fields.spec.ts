import { describe, expect, it } from 'vitest';
import { conceptChangeCalls } from './change-calls.js';
import { conceptFields } from './fields.js';
import { mostAllocations } from './weight.js';

const named = (name: string) =>
  conceptChangeCalls.createNewSubConcept.body?.safeParse({
    concept_id: 'c1',
    name,
    description: 'Of its kind.',
  });

describe('the name of a sub-concept', () => {
  it.each(['__proto__', ' __proto__ '])(
    'is not %o, which a composition, a map by name, could not hold',
    (name) => {
      const error = named(name)?.error;

      expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
        [['name'], 'Choose another name.'],
      ]);
    },
  );

  it.each(['Tides', 'constructor', '2030'])('may be %s', (name) => {
    expect(named(name)?.data?.name).toBe(name);
  });
});

describe('the address of an image', () => {
  it.each(['/uploads/0a.webp', 'https://images.example.com/a.png?size=2&x=%20'])('may be %s', (address) => {
    expect(conceptFields.imageUrl.safeParse(address).success).toBe(true);
  });

  it.each([
    '//elsewhere.test/x',
    '/\\elsewhere.test/x',
    'https://x" onerror="alert(1)',
    "https://x' onerror=alert(1)",
    'https:///x',
    'https://x/<svg>',
    'https://x/\t',
    'http://x/',
    'javascript:alert(1)',
  ])('is never %s', (address) => {
    expect(conceptFields.imageUrl.safeParse(address).success).toBe(false);
  });
});

describe('what staff write about a trend', () => {
  const { name, description, reason, companyName } = conceptFields;

  it.each([
    ['turns the text after it around', 'Ocean \u202eygrenE'],
    ['keeps a direction for itself', 'Ocean \u2067Energy\u2069'],
    ['marks a direction', 'Ocean \u200fEnergy'],
    ['moves the cursor of a terminal', 'Ocean \u001b[2K Energy'],
    ['rings a bell', 'Ocean\u0007Energy'],
    ['is not seen', 'Ocean\u200bEnergy'],
  ])('has no character that %s', (_what, text) => {
    for (const field of [name, description, reason, companyName])
      expect(field.safeParse(text).error?.issues[0]?.message).toMatch(
        /^Enter (a|the|an) [a-z ]+ without invisible characters\.$/,
      );
  });

  it('may have paragraphs, other scripts and emoji', () => {
    const text = 'Énergie 海洋\r\n\tطاقة 👩\u200d🚀 ☀\ufe0f';
    for (const field of [name, description, reason]) expect(field.safeParse(text).success).toBe(true);
  });
});

describe('a rebalance', () => {
  const id = `${'0'.repeat(36)}.${'0'.repeat(36)}`;
  const of = (count: number) => ({
    concept_id: '0'.repeat(36),
    allocations: Array.from({ length: count }, () => ({ id, percentage_allocation: '0.20' })),
    reason: '—'.repeat(500),
  });
  const { body, bodyLimit } = conceptChangeCalls.rebalanceConcept;

  it('may set as many weights as a trend can have, within the limit of its body, and no more', () => {
    expect(body?.safeParse(of(mostAllocations)).success).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(of(mostAllocations)))).toBeLessThan(bodyLimit ?? 0);
    expect(body?.safeParse(of(mostAllocations + 1)).success).toBe(false);
  });
});
