type Named = readonly [sign: RegExp, name: string];

/** The order matters: most browsers also call themselves Chrome or Safari. */
const browsers: readonly Named[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

/** In this order: Android also claims to be Linux, and an iPhone to be like a Mac. */
const systems: readonly Named[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly Named[], text: string): string | undefined =>
  names.find(([sign]) => sign.test(text))?.[1];

/** Anything longer adds nothing about browser and system. */
const longest = 512;

/**
 * Browser and system in our words, such as `Firefox on Windows`: enough to recognize one's own devices, and
 * all that is kept of a user agent.
 */
export const deviceOf = (userAgent: string | undefined): string => {
  const said = (userAgent ?? '').slice(0, longest);
  const system = nameIn(systems, said);
  return `${nameIn(browsers, said) ?? 'A browser'}${system ? ` on ${system}` : ''}`;
};
