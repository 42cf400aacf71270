import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { PasskeyRecord } from './passkey-table.ts';

/** The domain that passkeys of a page are made for; null: browsers make none for its address, which is a number. */
export function siteOf(page: string): string | null {
  if (!URL.canParse(page)) return null;
  const { hostname } = new URL(page);
  return /^(\[.*\]|[\d.]+)$/.test(hostname) ? null : hostname;
}

/** What a browser sent, as far as it is needed to know which question it answers. Nothing of it is true yet. */
export interface SentProof {
  readonly credentialId: string;
  readonly challenge: string;
  /** Origin of the page that it was made on. */
  readonly page: string;
  /** Whose it says to be, where the passkey itself knows. */
  readonly userId: string | null;
  readonly response: unknown;
}

/** Null: it is nothing that a browser sends. */
export function sentProof(value: string): SentProof | null {
  try {
    const response = JSON.parse(value) as AuthenticationResponseJSON;
    const { challenge, origin } = JSON.parse(textOf(response.response.clientDataJSON)) as Record<string, unknown>;
    const handle = response.response.userHandle;
    if (typeof response.id !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') return null;
    return { credentialId: response.id, challenge, page: origin, userId: typeof handle === 'string' ? textOf(handle) : null, response };
  } catch {
    return null;
  }
}
const textOf = (base64url: string): string => Buffer.from(base64url, 'base64url').toString('utf8');

/** What the authenticator has made: null when it does not hold. */
export async function madePasskey({ response, challenge, page }: SentProof, site: string) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: page,
      expectedRPID: site,
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
    };
  } catch {
    // The library throws for whatever is not as it should be.
    return null;
  }
}

/** What a passkey has signed: null when its signature, its site or what it says of the person who was there does not hold. Its counter is the caller's to judge. */
export async function provenBy(record: PasskeyRecord, { response, challenge, page }: SentProof, mustVerifyPerson: boolean) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: page,
      expectedRPID: record.site,
      requireUserVerification: mustVerifyPerson,
      credential: {
        id: record.credentialId,
        publicKey: new Uint8Array(Buffer.from(record.publicKey, 'base64url')),
        // The library looks at it before the signature: a stranger could raise the alarm of a copied passkey.
        counter: 0,
        transports: [...record.transports] as AuthenticatorTransport[],
      },
    });
    return verified ? { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp } : null;
  } catch {
    return null;
  }
}
