import type { ApiId, Balance, LedgerPosting, LedgerRecord } from '../contract/trading.ts';
import type { VenueEvent } from '../contract/venue.ts';
import { divideUp, fromUnits, toUnits } from '../domain/decimal.ts';

interface Wallet {
  total: bigint;
  held: bigint;
}

export interface Settlement {
  readonly apiId: ApiId;
  readonly gives: { readonly asset: string; readonly units: bigint };
  readonly receives: { readonly asset: string; readonly units: bigint };
  /** Part of what is given that was held for the order. */
  readonly releasedUnits: bigint;
  readonly feePpm: bigint;
  readonly reference: string;
  readonly timeMs: number;
}

const million = 1_000_000n;

/** Balances of a replayed exchange, in memory: double entry, minor units of one scale for all assets. */
export class AccountLedger {
  readonly scale: number;
  readonly #exchange: string;
  readonly #newId: () => string;
  readonly #wallets = new Map<ApiId, Map<string, Wallet>>();
  /** What was deposited, by account and reference. */
  readonly #references = new Map<string, string>();

  constructor(exchange: string, scale: number, newId: () => string) {
    this.#exchange = exchange;
    this.scale = scale;
    this.#newId = newId;
  }

  open(apiId: ApiId): void {
    if (!this.#wallets.has(apiId)) this.#wallets.set(apiId, new Map());
  }

  isOpen(apiId: ApiId): boolean {
    return this.#wallets.has(apiId);
  }

  available(apiId: ApiId, asset: string): bigint {
    const wallet = this.#wallets.get(apiId)?.get(asset);
    return wallet === undefined ? 0n : wallet.total - wallet.held;
  }

  /** The caller has checked that it is available. Negative gives back. */
  hold(apiId: ApiId, asset: string, units: bigint): VenueEvent {
    this.#wallet(apiId, asset).held += units;
    return this.#balanceEvent(apiId, asset);
  }

  balances(apiId: ApiId): readonly Balance[] {
    return [...(this.#wallets.get(apiId)?.keys() ?? [])].map((asset) => this.#balance(apiId, asset));
  }

  /** No events when the deposit repeats an earlier one; `reused`: the reference names another deposit; null: not an amount of this ledger. */
  deposit(apiId: ApiId, asset: string, amount: string, reference: string, timeMs: number): readonly VenueEvent[] | 'reused' | null {
    const units = toUnits(amount, this.scale);
    if (units === null || units <= 0n) return null;
    const [key, content] = [`${apiId}/${reference}`, `${units} ${asset}`];
    const earlier = this.#references.get(key);
    if (earlier !== undefined) return earlier === content ? [] : 'reused';
    this.#references.set(key, content);
    this.#wallet(apiId, asset).total += units;
    const lines = [this.#line(apiId, asset, units), this.#line('external', asset, -units)];
    return [this.#entry('TRANSFER', reference, timeMs, lines), this.#balanceEvent(apiId, asset)];
  }

  /** One side of a trade, the other being the outside world or another account's settlement; the fee comes off what is received and rounds up. Gives the fee and the events. */
  settle(fill: Settlement): { readonly feeUnits: bigint; readonly events: readonly VenueEvent[] } {
    const { apiId, gives, receives, releasedUnits, feePpm, reference, timeMs } = fill;
    const feeUnits = divideUp(receives.units * feePpm, million);
    const giving = this.#wallet(apiId, gives.asset);
    giving.total -= gives.units;
    giving.held -= releasedUnits;
    this.#wallet(apiId, receives.asset).total += receives.units - feeUnits;
    const lines = [
      this.#line(apiId, gives.asset, -gives.units),
      this.#line('external', gives.asset, gives.units),
      this.#line(apiId, receives.asset, receives.units - feeUnits),
      this.#line('fees', receives.asset, feeUnits),
      this.#line('external', receives.asset, -receives.units),
    ];
    const entry = this.#entry('TRADE', reference, timeMs, lines);
    return { feeUnits, events: [entry, this.#balanceEvent(apiId, gives.asset), this.#balanceEvent(apiId, receives.asset)] };
  }

  text(units: bigint): string {
    return fromUnits(units, this.scale);
  }

  #wallet(apiId: ApiId, asset: string): Wallet {
    this.open(apiId);
    const wallets = this.#wallets.get(apiId) as Map<string, Wallet>;
    const known = wallets.get(asset);
    if (known !== undefined) return known;
    const created = { total: 0n, held: 0n };
    wallets.set(asset, created);
    return created;
  }

  #line(account: LedgerPosting['account'], asset: string, units: bigint): LedgerPosting {
    return { account, accountType: 'spot', asset, amount: this.text(units) };
  }

  #entry(kind: string, reference: string, timeMs: number, lines: readonly LedgerPosting[]): VenueEvent {
    const entry: LedgerRecord = { exchange: this.#exchange, entryId: this.#newId(), kind, reference, timeMs, lines };
    return { type: 'ledger', entry };
  }

  #balance(apiId: ApiId, asset: string): Balance {
    const { total, held } = this.#wallet(apiId, asset);
    return { exchange: this.#exchange, apiId, accountType: 'spot', asset, total: this.text(total), held: this.text(held) };
  }

  #balanceEvent(apiId: ApiId, asset: string): VenueEvent {
    return { type: 'balance', balance: this.#balance(apiId, asset) };
  }
}
