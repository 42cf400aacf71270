/** Errors before anything was sent: no such host, nobody listens, no way there. */
const unsentCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);
/** A way that is lost can also end a line that stood, with a request on it. */
const openingCalls = new Set(['connect', 'getaddrinfo']);

/** False when a request that failed for this has certainly not left. */
export function hasLeft(cause: unknown): boolean {
  // A name with several addresses is tried at each.
  if (cause instanceof AggregateError) return cause.errors.some(hasLeft);
  const { code = '', syscall = '' } = (cause ?? {}) as { readonly code?: string; readonly syscall?: string };
  return !(unsentCodes.has(code) && openingCalls.has(syscall));
}
