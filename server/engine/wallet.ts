/** Money of one account in one asset, in minor units. `held` is the part that open orders need; `total` includes it. */
export class Wallet {
  readonly account: number;
  readonly asset: number;
  total = 0n;
  held = 0n;
  /** True while a change waits to be told to the sink. */
  dirty = false;

  constructor(account: number, asset: number) {
    this.account = account;
    this.asset = asset;
  }

  get available(): bigint {
    return this.total - this.held;
  }
}
