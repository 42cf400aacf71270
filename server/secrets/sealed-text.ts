import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const saltBytes = 12;
const tagBytes = 16;

export const newKey = (): Buffer => randomBytes(32);

/** A key of 32 bytes that follows from another one and opens nothing else. `purpose` tells it from others that follow from it. */
export const keyFor = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/** Encrypted, as Base64, and bound to `place`: what is moved to another place does not open. */
export function seal(key: Buffer, place: string, text: string): string {
  const salt = randomBytes(saltBytes);
  const cipher = createCipheriv(algorithm, key, salt, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Null for what was sealed under another key, for another place, or was changed since. */
export function unseal(key: Buffer, place: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < saltBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, saltBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place, 'utf8'));
  decipher.setAuthTag(bytes.subarray(saltBytes, saltBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(saltBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    // A tag that does not match is the only thing that can be wrong here.
    return null;
  }
}
