import type { SeededRandom } from '../seeded-random.ts';

/** What the line to an exchange does to what is sent over it. */
export interface LineManners {
  /** Longest way of one message, ms. */
  readonly longestMs: number;
  readonly random: SeededRandom;
}

/** Nobody answered in time: what was asked may have happened, or happen yet. */
export class NoAnswer extends Error {}

/** A line that is slow, late and forgetful: each message takes its own time, so that later ones overtake earlier ones. */
export class FarLine {
  readonly #manners: LineManners;
  /**
   * What goes wrong until the line is mended: answers get lost after the exchange has done what was asked, requests before, or requests
   * arrive long after their sender has given up.
   */
  loses: 'answers' | 'requests' | 'nothing' | 'time' = 'nothing';
  /** How late a request then is, ms. */
  lateMs = 0;
  /** Reports of the exchange that get lost from now on. */
  dropsReports = false;

  constructor(manners: LineManners) {
    this.#manners = manners;
  }

  /** Rejects with {@link NoAnswer} when request or answer is lost. */
  async ask<T>(request: () => Promise<T>): Promise<T> {
    await this.#way();
    if (this.loses === 'requests') throw new NoAnswer('the request got lost');
    if (this.loses === 'time') {
      setTimeout(() => void request(), this.lateMs);
      throw new NoAnswer('the request is late');
    }
    const answer = await request();
    await this.#way();
    if (this.loses !== 'nothing') throw new NoAnswer('the answer got lost');
    return answer;
  }

  async report(deliver: () => void): Promise<void> {
    const isLost = this.dropsReports;
    await this.#way();
    if (!isLost) deliver();
  }

  #way(): Promise<void> {
    const { longestMs, random } = this.#manners;
    return new Promise((resolve) => setTimeout(resolve, random.integer(0, longestMs)));
  }
}
