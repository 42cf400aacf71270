import { compareDecimals } from '../../core/domain/decimal.ts';
import type { InstrumentId } from '../../core/domain/instrument.ts';
import { judgeAlert } from '../../core/domain/price-alert.ts';
import type { AlertRecord } from '../store/records.ts';

interface Watched {
  readonly alert: AlertRecord;
  reference: string | null;
  /** Told once; from then on the alert waits for what its owner makes of it. */
  raised: boolean;
}

export interface AlertWatchHooks {
  onRaise(alert: AlertRecord, price: string): void;
  onReference(alert: AlertRecord, reference: string): void;
}

/** The monitored alerts by instrument, held against every trade. Knows neither time nor database. */
export class AlertWatch {
  readonly #hooks: AlertWatchHooks;
  readonly #byInstrument = new Map<InstrumentId, Map<string, Watched>>();

  constructor(hooks: AlertWatchHooks) {
    this.#hooks = hooks;
  }

  /** Begins anew with the record's reference. */
  add(alert: AlertRecord): void {
    const there = this.#byInstrument.get(alert.instrumentId) ?? new Map<string, Watched>();
    there.set(alert.alertId, { alert, reference: alert.reference, raised: false });
    this.#byInstrument.set(alert.instrumentId, there);
  }

  remove(alert: Pick<AlertRecord, 'alertId' | 'instrumentId'>): void {
    const there = this.#byInstrument.get(alert.instrumentId);
    there?.delete(alert.alertId);
    if (there?.size === 0) this.#byInstrument.delete(alert.instrumentId);
  }

  watches(id: InstrumentId): boolean {
    return this.#byInstrument.has(id);
  }

  instruments(): readonly InstrumentId[] {
    return [...this.#byInstrument.keys()];
  }

  /** Prices of trades, oldest first. */
  prices(id: InstrumentId, prices: readonly string[]): void {
    const there = this.#byInstrument.get(id);
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
