import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the browser's push service got it, opened by the browser. */
export interface PushedMessage {
  readonly device: string;
  readonly text: string;
  readonly ttl: string | undefined;
  /** What the sender's token claims. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
/** HKDF with an output of one block, step by step as RFC 8291 has it: not by the function that the house uses. */
const derive = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer =>
  hmac(hmac(salt, secret), info, Buffer.of(1)).subarray(0, length);

/** A browser at this service: its key pair and its secret. */
class PushBrowser {
  readonly #pair = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #public: Buffer;
  readonly name: string;
  status = 201;

  constructor(name: string) {
    this.name = name;
    this.#public = this.#pair.generateKeys();
  }

  /** What `PushSubscription` tells. */
  get keys(): { readonly p256dh: string; readonly auth: string } {
    return { p256dh: this.#public.toString('base64url'), auth: this.#auth.toString('base64url') };
  }

  open(body: Buffer): string {
    const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const secret = derive(
      this.#auth,
      this.#pair.computeSecret(sender),
      Buffer.concat([Buffer.from('WebPush: info\0'), this.#public, sender]),
      32,
    );
    const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

/** A push service of a browser's maker, on this machine: takes what is signed by the key that the browser was given, and opens it as the browser does. */
export class PushService {
  readonly #server: Server;
  readonly #browsers = new Map<string, PushBrowser>();
  readonly taken: PushedMessage[] = [];
  /** The house's public key, which browsers are given; '': any. */
  publicKey = '';

  private constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const browser = this.#browsers.get(request.url ?? '');
        const claims = this.#claimsOf(request.headers.authorization ?? '');
        const status = claims === null ? 403 : (browser?.status ?? 404);
        if (browser !== undefined && claims !== null && status === 201) {
          const text = browser.open(Buffer.concat(parts));
          this.taken.push({ device: browser.name, text, ttl: request.headers.ttl as string | undefined, claims });
        }
        response.writeHead(status).end();
      });
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A browser that has subscribed. */
  browser(name: string): { readonly endpoint: string; readonly p256dh: string; readonly auth: string } {
    const browser = new PushBrowser(name);
    this.#browsers.set(`/${name}`, browser);
    return { endpoint: `${this.origin}/${name}`, ...browser.keys };
  }

  /** What the service answers to messages for it from now on. */
  answer(name: string, status: number): void {
    const browser = this.#browsers.get(`/${name}`);
    if (browser !== undefined) browser.status = status;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Null: it is not signed by the key that it names, or that is another than the browsers'. */
  #claimsOf(header: string): PushedMessage['claims'] | null {
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
    const [head = '', body = '', signature = ''] = token.split('.');
    const bytes = Buffer.from(key, 'base64url');
    if (bytes.length !== 65 || (this.publicKey !== '' && key !== this.publicKey)) return null;
    const jwk = { kty: 'EC', crv: 'P-256', x: bytes.subarray(1, 33).toString('base64url'), y: bytes.subarray(33).toString('base64url') };
    const isTrue = verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    return isTrue ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as PushedMessage['claims']) : null;
  }
}
