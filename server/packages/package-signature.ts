import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { type PackageSignature, packageFormat } from '../../schemas/wire/package.ts';
import { isStrongKey } from './ed25519-key.ts';

/** What an ed25519 public key in the DER form begins with; its 32 bytes follow. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** The hash is over every file, and the format keeps the signature from meaning anything else. */
const signedText = (hash: string): Buffer => Buffer.from(`${packageFormat} ${hash}`, 'utf8');

const publicText = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).subarray(derPrefix.length).toString('base64');

/** A new key: its secret half as PEM (PKCS #8), its public half as the base64 of its 32 bytes. */
export function makeKey(): { readonly secret: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: publicText(publicKey) };
}

/** Signs with the secret half of {@link makeKey}; null when the text is no such key. */
export function signPackage(hash: string, secret: string): PackageSignature | null {
  const key = secretOf(secret);
  if (key?.asymmetricKeyType !== 'ed25519') return null;
  return { public_key: publicText(createPublicKey(key)), value: sign(null, signedText(hash), key).toString('base64') };
}

function secretOf(secret: string): KeyObject | null {
  try {
    return createPrivateKey(secret);
  } catch {
    // What is no PEM has many errors and one meaning.
    return null;
  }
}

/** True when the holder of the key has signed this hash. */
export function isSigned(hash: string, { public_key, value }: PackageSignature): boolean {
  const key = publicKeyOf(public_key);
  return key !== null && verify(null, signedText(hash), key, Buffer.from(value, 'base64'));
}

/** Null for a text that is no ed25519 key, or one for which others than its holder can sign. */
export function publicKeyOf(text: string): KeyObject | null {
  const raw = Buffer.from(text, 'base64');
  if (raw.toString('base64') !== text || !isStrongKey(raw)) return null;
  return createPublicKey({ key: Buffer.concat([derPrefix, raw]), format: 'der', type: 'spki' });
}
