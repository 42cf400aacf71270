import type { DeliveryFault } from '../../core/domain/delivery.ts';

/** A letter as a channel takes it. */
export interface ChannelLetter {
  /** Letters, digits and hyphens. The same letter sent again has the same id. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A way that letters go. */
export interface Channel {
  /** The other side has taken it when this resolves; rejects with {@link ChannelProblem} when it has not, or nobody knows. */
  deliver(letter: ChannelLetter): Promise<void>;
}

/** Why a letter was not taken. Its words name neither the address nor the letter, nor what opens the channel. */
export class ChannelProblem extends Error {
  readonly fault: DeliveryFault;
  /** The number of the other side's answer. */
  readonly detail: string | null;

  constructor(fault: DeliveryFault, detail: string | null = null) {
    super(`a letter was not taken: ${fault}${detail === null ? '' : ` ${detail}`}`);
    this.name = 'ChannelProblem';
    this.fault = fault;
    this.detail = detail;
  }
}
