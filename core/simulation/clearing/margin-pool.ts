import type { ApiId } from '../../contract/trading.ts';
import { type Amount, difference, toBigInt } from '../../domain/clearing/amount.ts';
import {
  allowsMargin,
  availableToOpen,
  type CrossContract,
  equityOf,
  isMarginBroken,
  moreMarginFor,
  requiredMargin,
} from '../../domain/clearing/cross-margin.ts';
import type { LinearPosition, MarginOrder } from '../../domain/clearing/linear.ts';
import { pow10 } from '../../domain/numbers/decimal.ts';
import type { AccountLedger } from './account-ledger.ts';

/** One contract of a pool. */
export interface PooledContract extends CrossContract {
  position: LinearPosition;
  readonly orders: MarginOrder[];
  markTicks: number;
}

/** The linear contracts of one account that share one margin asset. All in minor units. */
export class MarginPool {
  readonly leverage: number;
  readonly #ledger: AccountLedger;
  readonly #apiId: ApiId;
  readonly #asset: string;
  readonly #contracts: PooledContract[] = [];

  constructor(ledger: AccountLedger, apiId: ApiId, asset: string, leverage: number) {
    this.#ledger = ledger;
    this.#apiId = apiId;
    this.#asset = asset;
    this.leverage = leverage;
  }

  add(contract: PooledContract): void {
    this.#contracts.push(contract);
  }

  /** Wallet and open profit at the marks. */
  get equity(): bigint {
    return toBigInt(equityOf(this.#wallet, this.#contracts));
  }

  /** Initial margin of positions and open orders. */
  get required(): bigint {
    return toBigInt(requiredMargin(this.#contracts));
  }

  /** What new positions may use; never negative. */
  get available(): bigint {
    return toBigInt(availableToOpen(this.#wallet, this.#contracts));
  }

  /** Part of the wallet that nothing new may use; between nothing and all of it. */
  get held(): bigint {
    const held: Amount = difference(this.#wallet, this.available);
    return held > 0 ? toBigInt(held) : 0n;
  }

  /** An order may come when its margin is there; one that needs no more than was needed before may always come. */
  allows(contract: PooledContract, fills: readonly MarginOrder[]): boolean {
    return allowsMargin(this.moreFor(contract, fills), this.#wallet, this.#contracts);
  }

  /** Margin that an order needs beside what is needed already, as what it would fill; negative when it frees some. */
  moreFor(contract: PooledContract, fills: readonly MarginOrder[]): bigint {
    return toBigInt(moreMarginFor(contract, fills));
  }

  /** True when the maintenance margin of what is open is no longer there (trading rules §13). */
  get isBroken(): boolean {
    return isMarginBroken(this.#wallet, this.#contracts, pow10(this.#ledger.scale));
  }

  get #wallet(): bigint {
    return this.#ledger.available(this.#apiId, this.#asset);
  }
}
