import type { Clock } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';

export interface SocketLimitNumbers {
  readonly total: number;
  /** Guests of one address that stay. */
  readonly perAddress: number;
  /** Further ones of it that may come to sign in. */
  readonly arriving: number;
  /** How long a guest may take to sign in, or to ask for something. */
  readonly arrivingMs: number;
  readonly perUser: number;
}

export const defaultSocketLimits: SocketLimitNumbers = { total: 20_000, perAddress: 200, arriving: 100, arrivingMs: 10_000, perUser: 30 };

/** A socket on which nobody has signed in. */
export interface GuestSocket {
  /** It receives nothing. */
  isIdle(): boolean;
  /** Its place is another's now. */
  end(): void;
}

interface Stay {
  readonly sinceMs: number;
  readonly stopWaiting: Disposer;
}

/**
 * Counts open sockets: guests by address, of IPv6 by network, and who has signed in by user, so that no guest keeps a neighbour out. Where
 * guests have every place of their address, one that receives nothing gives way; without one the newcomer has a moment to sign in.
 */
export class SocketLimits {
  readonly #numbers: SocketLimitNumbers;
  readonly #clock: Pick<Clock, 'after' | 'elapsedMs'>;
  /** By address, in order of arrival. */
  readonly #guests = new Map<string, Map<GuestSocket, Stay>>();
  readonly #byUser = new Map<string, number>();
  #total = 0;

  constructor(numbers: SocketLimitNumbers, clock: Pick<Clock, 'after' | 'elapsedMs'>) {
    this.#numbers = numbers;
    this.#clock = clock;
  }

  /** False when there are too many already. Each `true` needs a {@link leave}. */
  enter(): boolean {
    if (this.#total >= this.#numbers.total) return false;
    this.#total++;
    return true;
  }

  leave(): void {
    this.#total--;
  }

  /** False when the address has too many already. Each `true` needs a {@link leaveGuest}. */
  enterGuest(address: string, guest: GuestSocket): boolean {
    const { perAddress, arriving, arrivingMs } = this.#numbers;
    const guests = this.#guests.get(address) ?? new Map<GuestSocket, Stay>();
    let stopWaiting: Disposer = () => undefined;
    if (guests.size >= perAddress && !this.#endIdle(address, guests)) {
      if (guests.size >= perAddress + arriving) return false;
      stopWaiting = this.#clock.after(arrivingMs, () => {
        if (guests.size > perAddress) this.#end(address, guest);
      });
    }
    this.#guests.set(address, guests.set(guest, { sinceMs: this.#clock.elapsedMs(), stopWaiting }));
    return true;
  }

  /** It has signed in, or is gone. Safe to call twice. */
  leaveGuest(address: string, guest: GuestSocket): void {
    const guests = this.#guests.get(address);
    void guests?.get(guest)?.stopWaiting();
    guests?.delete(guest);
    if (guests?.size === 0) this.#guests.delete(address);
  }

  enterUser(userId: string): boolean {
    const count = this.#byUser.get(userId) ?? 0;
    if (count >= this.#numbers.perUser) return false;
    this.#byUser.set(userId, count + 1);
    return true;
  }

  leaveUser(userId: string): void {
    const count = this.#byUser.get(userId) ?? 0;
    if (count <= 1) this.#byUser.delete(userId);
    else this.#byUser.set(userId, count - 1);
  }

  /** The one that has been there longest; none that may still be about to ask for something. */
  #endIdle(address: string, guests: ReadonlyMap<GuestSocket, Stay>): boolean {
    const beforeMs = this.#clock.elapsedMs() - this.#numbers.arrivingMs;
    for (const [guest, { sinceMs }] of guests) {
      if (sinceMs > beforeMs) return false;
      if (!guest.isIdle()) continue;
      this.#end(address, guest);
      return true;
    }
    return false;
  }

  #end(address: string, guest: GuestSocket): void {
    this.leaveGuest(address, guest);
    guest.end();
  }
}
