import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../settings.ts';

/** Where a request comes from, for limits and logs. */
export type AddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * With this header another server of the database sends a call on: it names the process that it sends it to by the id that stands in
 * the database alone, so whoever knows it may say whose call it is.
 */
export const peerHeader = 'x-tessera-peer';

/** IPv4 addresses arrive in IPv6 clothes on a socket that listens on both. */
const plainAddress = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');

/**
 * The peer's address; behind trusted proxies the nearest address in `X-Forwarded-For` that is none of theirs. What stands
 * before it was written by the client and is worth nothing.
 */
export function addressReader(
  trustedProxies: readonly string[],
  isPeer: (headers: IncomingHttpHeaders) => boolean = () => false,
): AddressOf {
  const trusted = new Set(trustedProxies.map(plainAddress));
  return ({ headers, socket }) => {
    let address = plainAddress(socket.remoteAddress ?? '');
    if (!trusted.has(address) && !isPeer(headers)) return address;
    const hops = String(headers['x-forwarded-for'] ?? '').split(',');
    for (const hop of hops.reverse()) {
      const next = plainAddress(hop.trim());
      if (isIP(next) === 0) break;
      address = next;
      if (!trusted.has(address)) break;
    }
    return address;
  };
}

/** Whether a trusted proxy says that who asks has come to it over TLS. */
export function tlsReader(trustedProxies: readonly string[]): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean {
  const trusted = new Set(trustedProxies.map(plainAddress));
  return ({ headers, socket }) => headers['x-forwarded-proto'] === 'https' && trusted.has(plainAddress(socket.remoteAddress ?? ''));
}

/**
 * True for a `Host` header that no foreign page can bring about: a page whose own name has been pointed at this machine
 * (DNS rebinding) sends that name.
 */
export function isOwnHost(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname;
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/** What proxies tell of where a request comes from. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

/**
 * Whether who asks sits at this machine. A proxy on it forwards the whole world's calls, and a page of a stranger's may be open in a browser
 * on it: neither is he who sits there. Headers only ever take that away.
 */
export function isAtThisMachine({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false;
  return isLoopback(plainAddress(socket.remoteAddress ?? '')) && isOwnHost(headers.host);
}
