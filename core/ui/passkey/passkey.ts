import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/**
 * Why there is no passkey: the person did not want to or took too long, the browser knows none, the page is at an address that has none,
 * the device has one already, or something else.
 */
export type PasskeyFailure = 'cancelled' | 'unsupported' | 'address' | 'known' | 'failed';
/** What the browser made of the server's terms, as JSON. */
export type PasskeyResult = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly why: PasskeyFailure };

/** What keeps passkeys from this page before anybody tries; null: nothing does. */
export function passkeyHindrance(page: Window = window): 'unsupported' | 'address' | null {
  // Browsers make them for a domain, and `localhost` is one; an address that is a number is none.
  if (/^(\[.*\]|[\d.]+)$/.test(page.location.hostname)) return 'address';
  return page.isSecureContext && 'PublicKeyCredential' in page ? null : 'unsupported';
}

/** Has a passkey answer the server's terms. */
export const answerByPasskey = (terms: string): Promise<PasskeyResult> =>
  asked(async ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: JSON.parse(terms) as PublicKeyCredentialRequestOptionsJSON }),
  );

/** Has a passkey made by the server's terms. */
export const makePasskey = (terms: string): Promise<PasskeyResult> =>
  asked(async ({ startRegistration }) => startRegistration({ optionsJSON: JSON.parse(terms) as PublicKeyCredentialCreationOptionsJSON }));

type Library = typeof import('@simplewebauthn/browser');

async function asked(ask: (library: Library) => Promise<object>): Promise<PasskeyResult> {
  const hindrance = passkeyHindrance();
  if (hindrance !== null) return { ok: false, why: hindrance };
  try {
    // Most visits need none of it.
    return { ok: true, value: JSON.stringify(await ask(await import('@simplewebauthn/browser'))) };
  } catch (error) {
    return { ok: false, why: failureOf(error) };
  }
}

const failures: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  SecurityError: 'address',
  NotSupportedError: 'unsupported',
};

/** The library gives an error of its own the name of what the browser said. */
export function failureOf(error: unknown): PasskeyFailure {
  return (error instanceof Error ? failures[error.name] : undefined) ?? 'failed';
}
