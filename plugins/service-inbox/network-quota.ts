import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { networkOf } from '../../core/domain/accounts/network-of.ts';

const dayMs = 24 * 60 * 60_000;
/** What a page waits before it tries again while another form of its network is being taken. */
const busyS = 5;
/** Networks that are remembered; of more the oldest are forgotten, and the limit of the day for all holds. */
const mostNetworks = 50_000;

export interface SendingTurn {
  /** `counted`: something was taken, and counts towards the day. */
  end(counted: boolean): void;
}

/** How much one network (an IPv4 address, an IPv6 /64) may send in: one form at a time, and so many a day. */
export class NetworkQuota {
  readonly #clock: Pick<Clock, 'elapsedMs'>;
  readonly #aDay: number;
  readonly #busy = new Set<string>();
  /** When each network has sent what still counts, oldest first. */
  readonly #sent = new Map<string, readonly number[]>();

  constructor(clock: Pick<Clock, 'elapsedMs'>, aDay: number) {
    this.#clock = clock;
    this.#aDay = aDay;
  }

  /** RATE_LIMITED, or a turn that has to be ended. */
  begin(ip: string): Outcome<SendingTurn> {
    const network = networkOf(ip);
    if (this.#busy.has(network)) return refused('RATE_LIMITED', { retryAfterS: busyS });
    const sent = this.#today(network);
    const first = sent[0];
    if (first !== undefined && sent.length >= this.#aDay)
      return refused('RATE_LIMITED', { retryAfterS: Math.ceil((first + dayMs - this.#clock.elapsedMs()) / 1_000) });
    this.#busy.add(network);
    return accepted({
      end: (counted) => {
        this.#busy.delete(network);
        if (counted) this.#count(network);
      },
    });
  }

  #count(network: string): void {
    const sent = [...this.#today(network), this.#clock.elapsedMs()];
    this.#sent.delete(network);
    this.#sent.set(network, sent);
    const oldest = this.#sent.keys().next().value;
    if (this.#sent.size > mostNetworks && oldest !== undefined) this.#sent.delete(oldest);
  }

  #today(network: string): readonly number[] {
    const since = this.#clock.elapsedMs() - dayMs;
    return (this.#sent.get(network) ?? []).filter((ms) => ms > since);
  }
}
