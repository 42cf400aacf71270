import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | ReadonlyArray<readonly [number | string, Cbor]>;

/** What authenticators write: small whole numbers, texts, bytes and maps (RFC 8949). */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}
function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');
const flags = { present: 1, verified: 4, mayBeCopied: 8, isCopied: 16, hasKey: 64 } as const;

interface Made {
  readonly id: Buffer;
  readonly key: KeyObject;
  readonly site: string;
  readonly userHandle: string;
  counter: number;
}

/** How an answer differs from what an honest authenticator on an honest page gives. */
export interface Twist {
  /** Page that it is made on; else the authenticator's own. */
  readonly page?: string;
  readonly challenge?: string;
  /** Domain that it signs for. */
  readonly site?: string;
  /** False: somebody touched it, and it did not look who. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

/** A passkey in software: real keys, real bytes, on a page of its own. */
export class SoftAuthenticator {
  /** Origin of the page. */
  readonly page: string;
  readonly #synced: boolean;
  made: Made | null = null;

  /** `synced`: as the key chains of telephones are, which count nothing. */
  constructor(page: string, { synced = false }: { readonly synced?: boolean } = {}) {
    this.page = page;
    this.#synced = synced;
  }

  /** What `navigator.credentials.create` gives for these terms, as JSON. */
  create(terms: string, twist: Twist = {}): string {
    const { challenge, rp, user } = JSON.parse(terms) as { challenge: string; rp: { id: string }; user: { id: string } };
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(32);
    this.made = { id, key: privateKey, site: rp.id, userHandle: user.id, counter: 0 };
    const cose = cbor([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
    const authData = Buffer.concat([this.#data(twist.site ?? rp.id, twist, flags.hasKey, 0), credential]);
    const response = {
      clientDataJSON: text(this.#client('webauthn.create', twist.challenge ?? challenge, twist)),
      attestationObject: text(
        cbor([
          ['fmt', 'none'],
          ['attStmt', []],
          ['authData', authData],
        ]),
      ),
      transports: ['internal'],
    };
    return JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {}, response });
  }

  /** What `navigator.credentials.get` gives. */
  get(terms: string, twist: Twist = {}): string {
    const { challenge } = JSON.parse(terms) as { challenge: string };
    const { made } = this;
    if (made === null) throw new Error('no passkey was made');
    if (!this.#synced) made.counter++;
    const data = this.#data(twist.site ?? made.site, twist, 0, twist.counter ?? made.counter);
    const client = this.#client('webauthn.get', twist.challenge ?? challenge, twist);
    const response = {
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), made.key)),
      userHandle: twist.userHandle ?? made.userHandle,
    };
    return JSON.stringify({ id: text(made.id), rawId: text(made.id), type: 'public-key', clientExtensionResults: {}, response });
  }

  #client(type: string, challenge: string, { page = this.page }: Twist): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }));
  }

  #data(site: string, { verified = true }: Twist, more: number, counter: number): Buffer {
    const set = flags.present | (verified ? flags.verified : 0) | (this.#synced ? flags.mayBeCopied | flags.isCopied : 0) | more;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(set, 0);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(site), rest]);
  }
}
