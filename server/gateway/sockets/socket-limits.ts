export interface SocketLimitNumbers {
  readonly total: number;
  readonly perAddress: number;
  readonly perUser: number;
}

export const defaultSocketLimits: SocketLimitNumbers = { total: 20_000, perAddress: 200, perUser: 30 };

/** Counts open sockets by address, of IPv6 by network, and by user. */
export class SocketLimits {
  readonly #numbers: SocketLimitNumbers;
  readonly #byAddress = new Map<string, number>();
  readonly #byUser = new Map<string, number>();
  #total = 0;

  constructor(numbers: SocketLimitNumbers) {
    this.#numbers = numbers;
  }

  /** False when the address has too many already. Each `true` needs a {@link leaveAddress}. */
  enterAddress(ip: string): boolean {
    if (this.#total >= this.#numbers.total || !enter(this.#byAddress, ip, this.#numbers.perAddress)) return false;
    this.#total++;
    return true;
  }

  leaveAddress(ip: string): void {
    this.#total--;
    leave(this.#byAddress, ip);
  }

  enterUser(userId: string): boolean {
    return enter(this.#byUser, userId, this.#numbers.perUser);
  }

  leaveUser(userId: string): void {
    leave(this.#byUser, userId);
  }
}

function enter(counts: Map<string, number>, key: string, limit: number): boolean {
  const count = counts.get(key) ?? 0;
  if (count >= limit) return false;
  counts.set(key, count + 1);
  return true;
}

function leave(counts: Map<string, number>, key: string): void {
  const count = counts.get(key) ?? 0;
  if (count <= 1) counts.delete(key);
  else counts.set(key, count - 1);
}
