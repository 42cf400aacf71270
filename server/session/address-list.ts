import { BlockList, isIP } from 'node:net';

/** Whether an address is one of a list of addresses and ranges; an empty list holds every address. */
export type AddressList = (ip: string) => boolean;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function rangeOf(text: string): { readonly address: string; readonly bits: number } | null {
  const [address = '', length, more] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || address.includes('%') || more !== undefined) return null;
  if (length === undefined) return { address, bits: most };
  return /^(0|[1-9][0-9]{0,2})$/.test(length) && Number(length) <= most ? { address, bits: Number(length) } : null;
}

/** True for an IPv4 or IPv6 address and for a range in CIDR notation. */
export const isAddressOrRange = (text: string): boolean => rangeOf(text) !== null;

/** Of texts that {@link isAddressOrRange} passes; what it does not pass matches nothing. */
export function addressList(texts: readonly string[]): AddressList {
  if (texts.length === 0) return () => true;
  const list = new BlockList();
  for (const text of texts) {
    const range = rangeOf(text);
    if (range !== null) list.addSubnet(range.address, range.bits, familyOf(range.address));
  }
  return (ip) => isIP(ip) !== 0 && list.check(ip, familyOf(ip));
}
