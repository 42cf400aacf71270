/** Inline styles are known by their hash: this one is empty, Fluent makes it and then fills it through the CSSOM. */
const fluentStyle = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
/** Two colours in the mark that Swagger UI draws before it has the API's document. */
const swaggerStyle = 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=';

const policyWith = (styleHash: string, scriptHash?: string): string =>
  [
    "default-src 'self'",
    scriptHash === undefined ? "script-src 'self'" : `script-src 'self' '${scriptHash}'`,
    `style-src 'self' '${styleHash}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    // With `'self'` for the sockets too: a script that got in could not send to another host.
    "connect-src 'self'",
    // The frames of packages, and where these may go.
    "frame-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** For `/docs` alone. */
export const docsPolicy = policyWith(swaggerStyle);

/** For answers that are no pages: a document made of one loads nothing and stands in no other. */
const nothingPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

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

/** For the drawn pages of the public site, which have a script and a style of their build in them. */
export const sitePageHeaders = ({
  script,
  style,
}: {
  readonly script: string;
  readonly style: string;
}): Readonly<Record<string, string>> => ({
  ...pageHeaders,
  'content-security-policy': policyWith(style, script),
});

/**
 * Everything of a device or of the browser that a document can be given; and, where the browser knows it (Chromium has it behind a flag so
 * far), the keyboard, which a script would take from whoever types elsewhere. Until then `app/packages/keyboard-guard.ts` stands in for it.
 */
const deniedToFrames = [
  'accelerometer',
  'attribution-reporting',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'focus-without-user-activation',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
];

/**
 * The document of a package's frame: an origin of its own, wherever it is opened, that reaches nothing but the script of the frame and the
 * files of packages. Frames and `<link>` are shut by `app/frame/lock-realm.ts`, for no policy names what they can do.
 */
export const frameHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // What no policy names: looking names up, connecting ahead of a navigation, WebRTC. Chromium knows it; other browsers do not yet.
  'connection-allowlist': '(response-origin)',
  // Else links would have their hosts looked up.
  'x-dns-prefetch-control': 'off',
  'cross-origin-resource-policy': 'same-origin',
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${fluentStyle}'`,
    'img-src data: blob:',
    "font-src 'self' data:",
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'permissions-policy': deniedToFrames.map((feature) => `${feature}=()`).join(', '),
};

/** An opaque origin is foreign to every host: it needs leave to load what is public anyway. */
export const openToFrames: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' };

/** What pages for operators do not say themselves. */
export const operatorHeaders: Readonly<Record<string, string>> = {
  ...everywhere,
  'content-security-policy': nothingPolicy,
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** Value of `strict-transport-security`: a browser that has come over TLS comes over nothing else for a year. */
export const tlsOnly = 'max-age=31536000';

/** Replies of calls: never cached, never a document. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // An address of a call has numbers of accounts in its query.
  'referrer-policy': 'no-referrer',
  'content-security-policy': nothingPolicy,
};
