import type { SeededRandom } from '../seeded-random.ts';
import type { FarWire } from './far-calls.ts';
import type { FarExchange } from './far-exchange.ts';

/** What the line to an exchange does to what is sent over it. */
interface LineManners {
  /** Longest way of one message, ms. */
  readonly longestMs: number;
  readonly random: SeededRandom;
}

/** Nobody answered in time: what was asked may have happened, or happen yet. */
export class NoAnswer extends Error {}

const losses = ['nothing', 'answers', 'requests', 'time'] as const;
type Loss = (typeof losses)[number];

/** A line that is slow, late and forgetful: each message takes its own time, so that later ones overtake earlier ones. */
export class FarLine {
  readonly #manners: LineManners;
  /**
   * What goes wrong until the line is mended: answers get lost after the exchange has done what was asked, requests before, or requests
   * arrive long after their sender has given up. `some`: each of it now and then.
   */
  loses: Loss | 'some' = 'nothing';
  /** How late a request then is, ms. */
  lateMs = 0;
  /** Reports of the exchange that get lost from now on. */
  dropsReports = false;

  constructor(manners: LineManners) {
    this.#manners = manners;
  }

  /** Rejects with {@link NoAnswer} when request or answer is lost. */
  async ask<T>(request: () => Promise<T>): Promise<T> {
    const loses = this.#loss();
    await this.#way();
    if (loses === 'requests') throw new NoAnswer('the request got lost');
    if (loses === 'time') {
      setTimeout(() => void request(), this.lateMs);
      throw new NoAnswer('the request is late');
    }
    const answer = await request();
    await this.#way();
    if (loses !== 'nothing') throw new NoAnswer('the answer got lost');
    return answer;
  }

  async report(deliver: () => void): Promise<void> {
    const isLost = this.dropsReports || (this.loses === 'some' && this.#isUnlucky());
    await this.#way();
    if (!isLost) deliver();
  }

  /** The way to an exchange of this process. */
  wireTo(far: FarExchange): FarWire {
    return {
      ask: (name, ...args) => this.ask(() => far.answer(name, args)),
      listen: async (onFrame) => far.listen((frame) => void this.report(() => onFrame(frame))),
      close: () => far.listen(null),
    };
  }

  #loss(): Loss {
    if (this.loses !== 'some') return this.loses;
    return this.#isUnlucky() ? (losses[this.#manners.random.integer(1, 3)] as Loss) : 'nothing';
  }

  #isUnlucky(): boolean {
    return this.#manners.random.integer(1, 10) === 1;
  }

  #way(): Promise<void> {
    const { longestMs, random } = this.#manners;
    return new Promise((resolve) => setTimeout(resolve, random.integer(0, longestMs)));
  }
}
