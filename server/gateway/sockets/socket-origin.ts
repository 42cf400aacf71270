import type { Caller } from '../../../core/contract/server-contributions.ts';
import { isLoopback } from '../../settings.ts';

/** Whether a page of an origin may open sockets at a host. `origin`: of the request; only scripts send none. */
export type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean;

/** The origin of a page that is the product's own; nothing: the request comes from no such page. */
export type PageOriginReader = (origin: string | undefined, host: string | undefined) => Pick<Caller, 'page' | 'site'>;

export function pageOriginReader(allowed: readonly string[]): PageOriginReader {
  const isOwn = originCheck(allowed);
  // The host is what the request itself says: only a listed origin, or this machine, is surely a house of ours.
  const isKnown = (origin: string) => allowed.includes(origin) || isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1'));
  return (origin, host) => {
    if (origin === undefined || !isOwn(origin, host)) return {};
    return isKnown(origin) ? { page: origin, site: origin } : { page: origin };
  };
}

/**
 * Browsers let any page open sockets anywhere, and say whose page it is: the product's own has the host that it asks, and the listed
 * ones are trusted, as is a proxy's own name where it asks us under another. What no page opened says by its key who it is.
 */
export function originCheck(allowed: readonly string[]): OriginCheck {
  const listed = new Set(allowed);
  return (origin, host) => {
    if (origin === undefined || listed.has(origin)) return true;
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
  };
}
