import type { Clock } from '../../core/contract/server-services.ts';

/** Draws a captcha: what a person must type, and the picture. */
export type CaptchaDraw = () => { readonly text: string; readonly svg: string };

interface Captcha {
  readonly text: string;
  readonly svg: string;
  readonly expiresMs: number;
}

export const captchaLifetimeMs = 5 * 60_000;
/** About 15 kB each; the oldest gives way. */
const capacity = 2_000;
/** Ids alone, so that an answer that comes too late is told from a wrong one. */
const expiredCapacity = 20_000;

/** Captchas that wait for an answer. Each can be answered once. */
export class CaptchaDesk {
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #draw: CaptchaDraw;
  readonly #newId: () => string;
  readonly #open = new Map<string, Captcha>();
  readonly #expired = new Set<string>();

  constructor(clock: Pick<Clock, 'elapsedMs'>, draw: CaptchaDraw, newId: () => string) {
    this.#clock = clock;
    this.#draw = draw;
    this.#newId = newId;
  }

  /** Gives the id of a new captcha. */
  generate(): string {
    const nowMs = this.#clock.elapsedMs();
    // Insertion order is order of expiry: all live equally long.
    for (const [id, captcha] of this.#open) {
      if (captcha.expiresMs > nowMs && this.#open.size < capacity) break;
      this.#open.delete(id);
      if (captcha.expiresMs <= nowMs) this.#remember(id);
    }
    const id = this.#newId();
    this.#open.set(id, { ...this.#draw(), expiresMs: nowMs + captchaLifetimeMs });
    return id;
  }

  /** The picture, or null when the captcha is unknown, answered or expired. */
  image(id: string): string | null {
    const captcha = this.#open.get(id);
    return captcha !== undefined && captcha.expiresMs > this.#clock.elapsedMs() ? captcha.svg : null;
  }

  /** Uses the captcha up. An expired one is told once: after that, as if it had never been, it is wrong. */
  answer(id: string, value: string): 'RIGHT' | 'WRONG' | 'EXPIRED' {
    const captcha = this.#open.get(id);
    this.#open.delete(id);
    if (captcha === undefined) return this.#expired.delete(id) ? 'EXPIRED' : 'WRONG';
    if (captcha.expiresMs <= this.#clock.elapsedMs()) return 'EXPIRED';
    return captcha.text.toLowerCase() === value.trim().toLowerCase() ? 'RIGHT' : 'WRONG';
  }

  #remember(id: string): void {
    const oldest = this.#expired.values().next().value;
    if (this.#expired.size >= expiredCapacity && oldest !== undefined) this.#expired.delete(oldest);
    this.#expired.add(id);
  }
}
