import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Whom a message is for: the browser's public key, 65 bytes of P-256, and its secret, 16 bytes. */
export interface PushKeys {
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

const curve = 'prime256v1';
export const publicKeyBytes = 65;
export const authBytes = 16;
const [saltBytes, recordBytes] = [16, 4096];
/** Longer ones push services may refuse (RFC 8291, section 4): of a record the header, the key, the padding mark and the tag are not text. */
export const mostPushBytes = recordBytes - saltBytes - 4 - 1 - publicKeyBytes - 1 - 16;

interface Chance {
  readonly salt: Buffer;
  readonly sender: ECDH;
}

/**
 * A message that only the browser can read: one record of `aes128gcm` (RFC 8188) under a key that both sides agree on (RFC 8291). `chance` is what
 * must be another each time; the standard's example gives its own. @throws for a key that is no point of the curve.
 */
export function sealedPush(text: Buffer, { p256dh, auth }: PushKeys, chance: Chance = freshChance()): Buffer {
  const { salt, sender } = chance;
  const own = sender.getPublicKey();
  const shared = sender.computeSecret(p256dh);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own]);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const derive = (name: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  // 2 marks the last record.
  const body = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.of(own.length), own, body]);
}

function freshChance(): Chance {
  const sender = createECDH(curve);
  sender.generateKeys();
  return { salt: randomBytes(saltBytes), sender };
}

/** Whether a browser's key is one that messages can be sealed with. */
export function isPushKey({ p256dh, auth }: PushKeys): boolean {
  if (p256dh.length !== publicKeyBytes || auth.length !== authBytes) return false;
  try {
    freshChance().sender.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}
