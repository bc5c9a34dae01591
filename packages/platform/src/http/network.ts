import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that the one who has one is given at least: the rest they choose themselves (RFC 4291, RFC 6177). */
const ownNetwork = 64;

/**
 * The key under which an address is counted: an IPv4 address itself, an IPv6 address's /64 network, since its
 * owner has 2^64 addresses. Any other text is its own key.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().replace(/%.*$/, '')}/${ownNetwork}`)}/${ownNetwork}`;
};
