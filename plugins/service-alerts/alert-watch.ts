import { judgeAlert } from '../../core/domain/markets/price-alert.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import type { AlertRecord } from './alert-record.ts';

interface Watched {
  readonly alert: AlertRecord;
  reference: string | null;
  /** Told once; from then on the alert waits for what its owner makes of it. */
  raised: boolean;
}

interface AlertWatchHooks {
  onRaise(alert: AlertRecord, price: string): void;
  onReference(alert: AlertRecord, reference: string): void;
}

/** Under which an alert is watched: the market for its trades, or the index beside it. */
export const watchKey = ({ instrumentId, watchedPrice }: Pick<AlertRecord, 'instrumentId' | 'watchedPrice'>): string =>
  watchedPrice === 'LAST' ? instrumentId : `${watchedPrice} ${instrumentId}`;

/** The monitored alerts by what they look at, held against every price of it. Knows neither time nor database. */
export class AlertWatch {
  readonly #hooks: AlertWatchHooks;
  readonly #byKey = new Map<string, Map<string, Watched>>();

  constructor(hooks: AlertWatchHooks) {
    this.#hooks = hooks;
  }

  /** Begins anew with the record's reference. */
  add(alert: AlertRecord): void {
    const key = watchKey(alert);
    const there = this.#byKey.get(key) ?? new Map<string, Watched>();
    there.set(alert.alertId, { alert, reference: alert.reference, raised: false });
    this.#byKey.set(key, there);
  }

  remove(alert: Pick<AlertRecord, 'alertId' | 'instrumentId' | 'watchedPrice'>): void {
    const key = watchKey(alert);
    const there = this.#byKey.get(key);
    there?.delete(alert.alertId);
    if (there?.size === 0) this.#byKey.delete(key);
  }

  /** True while some alert looks at it, a key of {@link watchKey}. */
  watches(key: string): boolean {
    return this.#byKey.has(key);
  }

  keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** Prices of trades or of an index, oldest first. */
  prices(key: string, prices: readonly string[]): void {
    const there = this.#byKey.get(key);
    const [first] = prices;
    if (there === undefined || first === undefined) return;
    const low = prices.reduce((least, price) => (compareDecimals(price, least) < 0 ? price : least), first);
    const high = prices.reduce((most, price) => (compareDecimals(price, most) > 0 ? price : most), first);
    for (const watched of [...there.values()]) {
      if (!watched.raised && concerns(watched, low, high)) this.#follow(watched, prices);
    }
  }

  #follow(watched: Watched, prices: readonly string[]): void {
    const { alert } = watched;
    const before = watched.reference;
    for (const price of prices) {
      const verdict = judgeAlert(alert.condition, watched.reference, price);
      if (verdict === 'reference') watched.reference = price;
      if (verdict !== 'raise') continue;
      watched.raised = true;
      this.#hooks.onRaise(alert, price);
      return;
    }
    if (watched.reference !== null && watched.reference !== before) this.#hooks.onReference(alert, watched.reference);
  }
}

/** Every condition is met at one end of what was traded if it was met at all: two looks instead of one for every trade. */
const concerns = ({ alert, reference }: Watched, low: string, high: string): boolean =>
  judgeAlert(alert.condition, reference, low) !== 'none' || judgeAlert(alert.condition, reference, high) !== 'none';
