import { Secret, TOTP } from 'otpauth';

const periodS = 30;
/** A code of the time step before or after is taken too: clocks of telephones differ. */
const window = 1;
const digits = 6;

const totpOf = (secret: string, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ ...names, algorithm: 'SHA1', digits, period: periodS, secret: Secret.fromBase32(secret) });

/** 160 random bits in base32, as the standard wants them (RFC 4226). */
export const freshSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator reads from a QR code. */
export const keyUri = (secret: string, issuer: string, label: string): string => totpOf(secret, { issuer, label }).toString();

/** The time step whose code was typed, with blanks or without; null: it is none of now. */
export function stepOf(secret: string, typed: string, nowMs: number): number | null {
  const token = typed.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: nowMs, window });
  return delta === null ? null : Math.floor(nowMs / 1000 / periodS) + delta;
}
