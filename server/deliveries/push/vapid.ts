import { createECDH, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { KeyRing } from '../../secrets/key-ring.ts';
import type { Store } from '../../store/store.ts';

/** By which the house shows push services that it is the one whose public key the browser was given (RFC 8292). */
export class Vapid {
  readonly #key: KeyObject;
  /** 65 bytes of P-256, base64url. */
  readonly publicKey: string;
  readonly #contact: string;

  constructor(key: KeyObject, contact: string) {
    this.#key = key;
    this.#contact = contact;
    const { d = '' } = key.export({ format: 'jwk' });
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from(d, 'base64url'));
    this.publicKey = pair.getPublicKey('base64url');
  }

  /** Header `Authorization` for one push service, good for half a day. */
  authorization(endpoint: string, nowMs: number): string {
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1_000) + lifeSeconds, sub: this.#contact };
    const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${signed}.${signature.toString('base64url')}, k=${this.publicKey}`;
  }

  /** The house's own, made at the first run and kept sealed in the database. */
  static async open(store: Pick<Store, 'transaction'>, keys: Pick<KeyRing, 'seal' | 'unseal'>, contact: string): Promise<Vapid> {
    const pem = await store.transaction(async ({ secrets, sealingKeys }) => {
      // Servers that begin together make one key.
      await sealingKeys.hold();
      const kept = await secrets.get(owner, name);
      const opened = kept === null ? null : keys.unseal(place, kept);
      if (opened !== null) return opened;
      // What was sealed under another master key is lost: browsers are asked anew when their person comes again.
      const made = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      await secrets.put(owner, name, keys.seal(place, made));
      return made;
    });
    return new Vapid(createPrivateKey(pem), contact);
  }
}

const lifeSeconds = 12 * 60 * 60;
const [owner, name] = ['house', 'vapid'];
const place = `${owner}/${name}`;
