import type { ApiId } from '../contract/trading.ts';
import { divideUp } from '../domain/decimal.ts';
import { type MarginBracket, maintenanceMargin } from '../domain/margin-brackets.ts';
import type { OrderSide } from '../domain/order.ts';
import type { AccountLedger } from './account-ledger.ts';
import type { LinearPosition } from './linear-position.ts';
import type { MarketUnits } from './market-units.ts';

/** An order as margin sees it. */
export interface MarginOrder {
  readonly side: OrderSide;
  readonly ticks: number;
  readonly lots: number;
}

/** One contract of a pool. */
export interface PooledContract {
  readonly units: MarketUnits;
  readonly brackets: readonly MarginBracket[];
  readonly position: LinearPosition;
  readonly orders: MarginOrder[];
  /** Mark price; 0 before the first. */
  markTicks: number;
}

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const size = (a: bigint): bigint => (a < 0n ? -a : a);

/** Linear contracts of one account that share one margin asset: cross margin, one net position a contract (trading rules §13). All in minor units. */
export class MarginPool {
  readonly #ledger: AccountLedger;
  readonly #apiId: ApiId;
  readonly #asset: string;
  readonly #leverage: bigint;
  readonly #contracts: PooledContract[] = [];
  readonly #one: bigint;

  constructor(ledger: AccountLedger, apiId: ApiId, asset: string, leverage: number) {
    this.#ledger = ledger;
    this.#apiId = apiId;
    this.#asset = asset;
    this.#leverage = BigInt(leverage);
    this.#one = 10n ** BigInt(ledger.scale);
  }

  get leverage(): number {
    return Number(this.#leverage);
  }

  add(contract: PooledContract): void {
    this.#contracts.push(contract);
  }

  /** Wallet and open profit at the marks. */
  get equity(): bigint {
    let sum = this.#ledger.available(this.#apiId, this.#asset);
    for (const { position, markTicks } of this.#contracts) sum += position.profitAt(markTicks);
    return sum;
  }

  /** Initial margin of positions and open orders. */
  get required(): bigint {
    let sum = 0n;
    for (const contract of this.#contracts) sum += this.#requiredFor(contract);
    return sum;
  }

  /** What new positions may use; never negative. */
  get available(): bigint {
    return most(0n, this.equity - this.required);
  }

  /** Part of the wallet that nothing new may use; between nothing and all of it. */
  get held(): bigint {
    const wallet = this.#ledger.available(this.#apiId, this.#asset);
    return most(0n, wallet - this.available);
  }

  /** An order may come when its margin is there; one that needs no more than was needed before may always come. */
  allows(contract: PooledContract, fills: readonly MarginOrder[]): boolean {
    const more = this.moreFor(contract, fills);
    return more <= 0n || this.required + more <= this.equity;
  }

  /** Margin that an order needs beside what is needed already, as what it would fill; negative when it frees some. */
  moreFor(contract: PooledContract, fills: readonly MarginOrder[]): bigint {
    return this.#requiredFor(contract, fills) - this.#requiredFor(contract);
  }

  /** True when the maintenance margin of what is open is no longer there (trading rules §13). */
  get isBroken(): boolean {
    let needed = 0n;
    for (const { position, markTicks, brackets } of this.#contracts) {
      if (position.lots !== 0) needed += maintenanceMargin(position.notionalAt(markTicks), this.#one, brackets);
    }
    return needed > 0n && this.equity <= needed;
  }

  /** Value of position and open orders at the dearer of both ways, and what orders would lose at once. */
  #requiredFor({ units, position, orders, markTicks }: PooledContract, fills: readonly MarginOrder[] = []): bigint {
    const held = units.quote(markTicks, position.lots);
    let [buys, sells, loss] = [0n, 0n, 0n];
    for (const { side, ticks, lots } of [...orders, ...fills]) {
      const value = units.quote(ticks, lots);
      if (side === 'BUY') buys += value;
      else sells += value;
      const beyond = side === 'BUY' ? ticks - markTicks : markTicks - ticks;
      if (beyond > 0 && markTicks > 0) loss += units.quote(beyond, lots);
    }
    return divideUp(most(size(held + buys), size(held - sells)), this.#leverage) + loss;
  }
}
