import { isDeepStrictEqual } from 'node:util';
import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import { instrumentsIn } from '../../../../core/domain/markets/instruments-in.ts';
import type { StrategyMarkets } from '../../strategy-markets.ts';

/**
 * What an instance has to be told of its markets: those that its params name, once at its start and again whenever their terms are no longer
 * what it was told, be it that they changed under it or while the house was down.
 */
export class TermsNews {
  readonly #markets: Pick<StrategyMarkets, 'instrument'>;
  readonly #told = new Map<InstrumentId, Instrument>();
  #params: unknown;
  #ids: readonly InstrumentId[] = [];

  constructor(markets: Pick<StrategyMarkets, 'instrument'>) {
    this.#markets = markets;
  }

  /** Markets of these params that it does not know as they are now. */
  news(params: unknown): readonly Instrument[] {
    if (params !== this.#params) {
      this.#params = params;
      this.#ids = instrumentsIn(params);
    }
    return this.#ids.flatMap((id) => {
      const [now, known] = [this.#markets.instrument(id), this.#told.get(id)];
      if (now === null || now === known) return [];
      if (known === undefined || !isDeepStrictEqual(now, known)) return [now];
      // An exchange that is opened anew lists objects of its own.
      this.#told.set(id, now);
      return [];
    });
  }

  /** It has heard of them, and will not forget. Gives those of which it had heard something else. */
  heard(instruments: readonly Instrument[]): readonly Instrument[] {
    const changed = instruments.filter(({ id }) => this.#told.has(id));
    for (const instrument of instruments) this.#told.set(instrument.id, instrument);
    return changed;
  }
}
