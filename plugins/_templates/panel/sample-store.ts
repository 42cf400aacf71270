import { makeAutoObservable } from 'mobx';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';

/** The panel's state: the range of the prices that it has seen. Only its own actions change it. */
export class SampleStore {
  high: string | null = null;
  low: string | null = null;

  constructor() {
    makeAutoObservable(this);
  }

  /** `price` is a decimal string; null before the first trade. */
  see(price: string | null): void {
    if (price === null) return;
    if (this.high === null || compareDecimals(price, this.high) > 0) this.high = price;
    if (this.low === null || compareDecimals(price, this.low) < 0) this.low = price;
  }
}
