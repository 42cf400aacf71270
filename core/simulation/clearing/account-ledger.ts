import type { ApiId, Balance, LedgerPosting, LedgerRecord } from '../../contract/trading.ts';
import type { VenueEvent } from '../../contract/venue.ts';
import type { AccountType } from '../../domain/markets/instrument.ts';
import { fromUnits, numberOf, toUnits } from '../../domain/numbers/decimal.ts';
import { feeOf } from './fee-rate.ts';

interface Wallet {
  total: bigint;
  held: bigint;
  /** As it was told last; null once it has changed. */
  balance: Balance | null;
}

export interface AssetTotal {
  readonly exchange: string;
  readonly asset: string;
  readonly total: number;
}

interface Settlement {
  readonly apiId: ApiId;
  readonly gives: { readonly asset: string; readonly units: bigint };
  readonly receives: { readonly asset: string; readonly units: bigint };
  /** Part of what is given that was held for the order. */
  readonly releasedUnits: bigint;
  readonly feeRate: bigint;
  readonly reference: string;
  readonly timeMs: number;
}

/** Profit of a contract with its fee, or its funding: money that comes from the outside world and goes there. */
interface Move {
  readonly apiId: ApiId;
  readonly asset: string;
  /** Signed: negative is paid. */
  readonly units: bigint;
  readonly feeUnits: bigint;
  readonly kind: 'TRADE' | 'FUNDING';
  readonly reference: string;
  readonly timeMs: number;
}

interface LedgerOptions {
  /** False: what moves money is not told as events, where nobody reads them. Default: true. */
  readonly tells?: boolean;
  /** Default: spot. */
  readonly accountType?: AccountType;
}

/** Balances of a simulated exchange, in memory: double entry, minor units of one scale for all assets. */
export class AccountLedger {
  readonly scale: number;
  /** Rises with every change. */
  version = 0;
  readonly #exchange: string;
  readonly #newId: () => string;
  readonly #tells: boolean;
  readonly #accountType: AccountType;
  readonly #wallets = new Map<ApiId, Map<string, Wallet>>();
  /** What came from outside and went there, by account and reference. */
  readonly #references = new Map<string, string>();

  constructor(exchange: string, scale: number, newId: () => string, { tells = true, accountType = 'spot' }: LedgerOptions = {}) {
    this.#exchange = exchange;
    this.scale = scale;
    this.#newId = newId;
    this.#tells = tells;
    this.#accountType = accountType;
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
  hold(apiId: ApiId, asset: string, units: bigint, events: VenueEvent[]): void {
    this.#changing(apiId, asset).held += units;
    if (this.#tells) events.push(this.#balanceEvent(apiId, asset));
  }

  /** A balance that has not changed is the same object as before. */
  balances(apiId: ApiId): readonly Balance[] {
    const balances: Balance[] = [];
    for (const [asset, wallet] of this.#wallets.get(apiId) ?? []) balances.push(this.#told(apiId, asset, wallet));
    return balances;
  }

  /** Adds what an account has of each asset, with what is held, as numbers to look at. */
  addTotals(apiId: ApiId, totals: AssetTotal[]): void {
    for (const [asset, wallet] of this.#wallets.get(apiId) ?? []) {
      totals.push({ exchange: this.#exchange, asset, total: numberOf(wallet.total, this.scale) });
    }
  }

  /** Takes up a balance of an earlier life. Throws RangeError when it is finer than this ledger. */
  takeUp({ apiId, asset, total, held }: Pick<Balance, 'apiId' | 'asset' | 'total' | 'held'>): void {
    const [totalUnits, heldUnits] = [toUnits(total, this.scale), toUnits(held, this.scale)];
    if (totalUnits === null || heldUnits === null) throw new RangeError(`${total} ${asset} is finer than 10^-${this.scale}`);
    Object.assign(this.#changing(apiId, asset), { total: totalUnits, held: heldUnits });
  }

  /** No events when the deposit repeats an earlier one; `reused`: the reference names another deposit; null: not an amount of this ledger. */
  deposit(apiId: ApiId, asset: string, amount: string, reference: string, timeMs: number): readonly VenueEvent[] | 'reused' | null {
    const units = toUnits(amount, this.scale);
    if (units === null || units <= 0n) return null;
    return this.#known(apiId, asset, units, reference) ?? this.#outside(apiId, asset, units, reference, timeMs);
  }

  /** As {@link deposit}, the other way; `short`: more than is free. */
  withdraw(apiId: ApiId, asset: string, amount: string, reference: string, timeMs: number): ReturnType<AccountLedger['deposit']> | 'short' {
    const units = toUnits(amount, this.scale);
    if (units === null || units <= 0n) return null;
    const known = this.#known(apiId, asset, -units, reference);
    if (known !== null) return known;
    return units > this.available(apiId, asset) ? 'short' : this.#outside(apiId, asset, -units, reference, timeMs);
  }

  /** One side of a trade, the other being the outside world or another account's settlement; the fee comes off what is received and rounds up. Gives the fee. */
  settle({ apiId, gives, receives, releasedUnits, feeRate, reference, timeMs }: Settlement, events: VenueEvent[]): bigint {
    const feeUnits = feeOf(receives.units, feeRate);
    const giving = this.#changing(apiId, gives.asset);
    giving.total -= gives.units;
    giving.held -= releasedUnits;
    this.#changing(apiId, receives.asset).total += receives.units - feeUnits;
    if (!this.#tells) return feeUnits;
    const lines = [
      this.#line(apiId, gives.asset, -gives.units),
      this.#line('external', gives.asset, gives.units),
      this.#line(apiId, receives.asset, receives.units - feeUnits),
      this.#line('fees', receives.asset, feeUnits),
      this.#line('external', receives.asset, -receives.units),
    ];
    const entry = this.#entry('TRADE', reference, timeMs, lines);
    events.push(entry, this.#balanceEvent(apiId, gives.asset), this.#balanceEvent(apiId, receives.asset));
    return feeUnits;
  }

  /** Takes up what a contract has brought or cost. A wallet may fall below nothing: the market that let it happen has to look. */
  move({ apiId, asset, units, feeUnits, kind, reference, timeMs }: Move, events: VenueEvent[]): void {
    this.#changing(apiId, asset).total += units - feeUnits;
    if (!this.#tells) return;
    const lines = [this.#line(apiId, asset, units - feeUnits), this.#line('fees', asset, feeUnits), this.#line('external', asset, -units)];
    events.push(this.#entry(kind, reference, timeMs, lines), this.#balanceEvent(apiId, asset));
  }

  text(units: bigint): string {
    return fromUnits(units, this.scale);
  }

  /** What a repeated reference is answered with; null for a new one. */
  #known(apiId: ApiId, asset: string, units: bigint, reference: string): readonly VenueEvent[] | 'reused' | null {
    const earlier = this.#references.get(`${apiId}/${reference}`);
    if (earlier === undefined) return null;
    return earlier === `${units} ${asset}` ? [] : 'reused';
  }

  #outside(apiId: ApiId, asset: string, units: bigint, reference: string, timeMs: number): readonly VenueEvent[] {
    this.#references.set(`${apiId}/${reference}`, `${units} ${asset}`);
    this.#changing(apiId, asset).total += units;
    const lines = [this.#line(apiId, asset, units), this.#line('external', asset, -units)];
    return [this.#entry('TRANSFER', reference, timeMs, lines), this.#balanceEvent(apiId, asset)];
  }

  #changing(apiId: ApiId, asset: string): Wallet {
    this.version += 1;
    const wallet = this.#wallet(apiId, asset);
    wallet.balance = null;
    return wallet;
  }

  #wallet(apiId: ApiId, asset: string): Wallet {
    this.open(apiId);
    const wallets = this.#wallets.get(apiId) as Map<string, Wallet>;
    const known = wallets.get(asset);
    if (known !== undefined) return known;
    const created = { total: 0n, held: 0n, balance: null };
    wallets.set(asset, created);
    return created;
  }

  #line(account: LedgerPosting['account'], asset: string, units: bigint): LedgerPosting {
    return { account, accountType: this.#accountType, asset, amount: this.text(units) };
  }

  #entry(kind: string, reference: string, timeMs: number, lines: readonly LedgerPosting[]): VenueEvent {
    const entry: LedgerRecord = { exchange: this.#exchange, entryId: this.#newId(), kind, reference, timeMs, lines };
    return { type: 'ledger', entry };
  }

  #told(apiId: ApiId, asset: string, wallet: Wallet): Balance {
    const { total, held } = wallet;
    wallet.balance ??= {
      exchange: this.#exchange,
      apiId,
      accountType: this.#accountType,
      asset,
      total: this.text(total),
      held: this.text(held),
    };
    return wallet.balance;
  }

  #balanceEvent(apiId: ApiId, asset: string): VenueEvent {
    return { type: 'balance', balance: this.#told(apiId, asset, this.#wallet(apiId, asset)) };
  }
}
