/** Whether a page of an origin may open sockets at a host. `origin`: of the request; only scripts send none. */
export type OriginCheck = (origin: string | undefined, host: string | undefined) => boolean;

/** The origin of a page that is the product's own; undefined: the request comes from no such page. */
export type PageOriginReader = (origin: string | undefined, host: string | undefined) => string | undefined;

export function pageOriginReader(allowed: readonly string[]): PageOriginReader {
  const isOwn = originCheck(allowed);
  return (origin, host) => (origin !== undefined && isOwn(origin, host) ? origin : undefined);
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
