/** Inline styles are known by their hash: this one is empty, Fluent makes it and then fills it through the CSSOM. */
const fluentStyle = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
/** Two colours in the mark that Swagger UI draws before it has the API's document. */
const swaggerStyle = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=';

const policyWith = (styleHash: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' '${styleHash}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' ws: wss:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** For `/docs` alone. */
export const docsPolicy = policyWith(swaggerStyle);

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export const pageHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'content-security-policy': policyWith(fluentStyle),
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** Replies of calls: never cached, never a document. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
