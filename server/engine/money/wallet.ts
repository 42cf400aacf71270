import { type Amount, difference } from '../../../core/domain/clearing/amount.ts';

/** Money of one account in one asset, in minor units. `held` is the part that open orders need; `total` includes it. */
export class Wallet {
  readonly account: number;
  readonly asset: number;
  total: Amount = 0;
  held: Amount = 0;
  /** True while a change waits to be told to the sink. */
  dirty = false;

  constructor(account: number, asset: number) {
    this.account = account;
    this.asset = asset;
  }

  get available(): Amount {
    return difference(this.total, this.held);
  }
}

/**
 * A wallet of the venue. A class of its own because the outside world's debt outgrows safe integers first: the runtime keeps
 * the numbers of a class unboxed only as long as none of its objects holds a bigint.
 */
export class VenueWallet extends Wallet {}
