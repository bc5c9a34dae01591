import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that the one who has one is given at least: the rest they choose themselves (RFC 4291, RFC 6177). */
const ownNetwork = 64;

/**
 * What a caller's address is counted by: an IPv4 address itself, of an IPv6 address the network, since its owner has
 * 2^64 addresses. A text that is no address stands for itself.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().replace(/%.*$/, '')}/${ownNetwork}`)}/${ownNetwork}`;
};
