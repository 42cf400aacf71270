/** Hosts of the browsers' makers that take messages for their browsers; a name beneath each counts too. */
const makers: readonly string[] = [
  // Chrome, and what is built on it; Edge; Firefox; Safari.
  ...['fcm.googleapis.com', 'jmt17.google.com', 'notify.windows.com', 'push.services.mozilla.com', 'push.apple.com'],
];

/**
 * Whether the house sends there. Anybody who is signed in may name an endpoint: with any address allowed he could have the house call machines that only it
 * can reach. `own`: origins of further services, which the operator names.
 */
export function isPushService(endpoint: string, own: readonly string[]): boolean {
  if (endpoint.length > mostEndpointLength || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (own.includes(origin)) return true;
  return protocol === 'https:' && port === '' && makers.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

export const mostEndpointLength = 1_000;
