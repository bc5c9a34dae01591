type Named = readonly [sign: RegExp, name: string];

/** In this order: most browsers call themselves Chrome or Safari, too. */
const browsers: readonly Named[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

/** In this order: Android says that it is a Linux, and an iPhone that it is like a Mac. */
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

/** More than this says no more about browser and system. */
const longest = 512;

/**
 * Browser and system in words of ours, such as `Firefox on Windows`: enough to know one's own devices by, and all that is
 * kept of what a browser says about itself.
 */
export const deviceOf = (userAgent: string | undefined): string => {
  const said = (userAgent ?? '').slice(0, longest);
  const system = nameIn(systems, said);
  return `${nameIn(browsers, said) ?? 'A browser'}${system ? ` on ${system}` : ''}`;
};
