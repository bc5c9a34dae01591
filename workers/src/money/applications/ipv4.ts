import ipaddr from 'ipaddr.js';

/** Placeholder IPv4 address for a client without one (RFC 7600, "IPv4 dummy address"). */
const withoutOne = '192.0.0.8';
const thisMachine = '127.0.0.1';

/** IPv6 prefix under which translators embed IPv4 addresses (RFC 6052). */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * A network address as the broker accepts it: IPv4. An address wrapped in IPv6 (`::ffff:…`, or by a
 * translator, `64:ff9b::…`) is unwrapped, `::1` becomes 127.0.0.1, and a caller without any IPv4 address gets
 * the one reserved for that.
 */
export const ipv4Of = (address: string): string => {
  if (!ipaddr.isValid(address)) return withoutOne;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  if (parsed.range() === 'loopback') return thisMachine;
  return parsed.match(translated) ? new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString() : withoutOne;
};
