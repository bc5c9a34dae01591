/** An address of the fourth version for somebody who has none (RFC 7600, "IPv4 dummy address"). */
const withoutOne = '192.0.0.8';

const dotted = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

const isDotted = (text: string): boolean =>
  dotted
    .exec(text)
    ?.slice(1)
    .every((part) => Number(part) <= 255) ?? false;

/** The eight groups of an IPv6 address, `::` written out and a dotted end as two groups; undefined when it is none. */
const groupsOf = (address: string): number[] | undefined => {
  const end = address.slice(address.lastIndexOf(':') + 1);
  const parts = dotted.exec(end)?.slice(1).map(Number);
  const hex = ([high = 0, low = 0]: readonly number[]): string => (high * 256 + low).toString(16);
  const text =
    parts && isDotted(end)
      ? `${address.slice(0, -end.length)}${hex(parts.slice(0, 2))}:${hex(parts.slice(2))}`
      : address;
  const [before = '', after, ...rest] = text.split('::');
  if (rest.length > 0) return undefined;
  const [first, last] = [before, after ?? ''].map((half) => (half === '' ? [] : half.split(':'))) as [
    string[],
    string[],
  ];
  const missing = 8 - first.length - last.length;
  if (after === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined;
};

const fromGroups = (high: number, low: number): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/**
 * A network address as the broker takes it: of the fourth version. One that is wrapped into the sixth (`::ffff:…`, or by a
 * translator, `64:ff9b::…`) is unwrapped, this machine (`::1`) is 127.0.0.1, and who has no address of the fourth version is
 * told by the one that is set aside for that.
 */
export const ipv4Of = (address: string): string => {
  const bare = address.replace(/%.*$/, '');
  if (isDotted(bare)) return bare;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups?.slice(6) ?? [];
  const prefix = groups?.slice(0, 6).join(':');
  if (prefix === '0:0:0:0:0:0' && high === 0 && low === 1) return '127.0.0.1';
  const isWrapped = prefix === '0:0:0:0:0:65535' || prefix === `${0x64}:${0xff9b}:0:0:0:0`;
  return isWrapped ? fromGroups(high, low) : withoutOne;
};
