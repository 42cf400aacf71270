import { Secret } from 'otpauth';
import type { Sealing } from '../../core/contract/sealing.ts';
import type { Clock } from '../../core/contract/server-services.ts';

/** From the question to its answer. */
export const challengeLifeMs = 5 * 60_000;
const randomLength = 16;
const timeLength = 6;

/** What a challenge is good for: nothing else, of nobody else, and on no other page. */
export interface ChallengePlace {
  readonly purpose: 'add' | 'prove' | 'enter';
  /** The session or the sign-in; empty where nobody is known yet. */
  readonly of: string;
  /** Origin of the page. */
  readonly page: string;
}

const placeText = ({ purpose, of, page }: ChallengePlace): string => `challenge/${purpose}/${page}/${of}`;

/** What passkeys sign. Made and not kept, for guests ask too: it carries its end and the house's seal over where it belongs. */
export class PasskeyChallenges {
  readonly #sealing: Pick<Sealing, 'digest'>;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(sealing: Pick<Sealing, 'digest'>, clock: Pick<Clock, 'nowMs'>) {
    this.#sealing = sealing;
    this.#clock = clock;
  }

  make(place: ChallengePlace): Uint8Array<ArrayBuffer> {
    const head = Buffer.alloc(randomLength + timeLength);
    head.set(new Secret({ size: randomLength }).bytes);
    head.writeUIntBE(this.#clock.nowMs() + challengeLifeMs, randomLength, timeLength);
    return new Uint8Array(Buffer.concat([head, this.#sealOf(place, head)]));
  }

  /** When it ends, ms; null: it was not made for this place, or has ended. */
  endOf(challenge: string, place: ChallengePlace): number | null {
    const bytes = Buffer.from(challenge, 'base64url');
    const head = bytes.subarray(0, randomLength + timeLength);
    if (head.length < randomLength + timeLength || !this.#sealOf(place, head).equals(bytes.subarray(head.length))) return null;
    const endMs = head.readUIntBE(randomLength, timeLength);
    return endMs > this.#clock.nowMs() ? endMs : null;
  }

  #sealOf(place: ChallengePlace, head: Buffer): Buffer {
    return Buffer.from(this.#sealing.digest(placeText(place), head.toString('hex')), 'hex');
  }
}
