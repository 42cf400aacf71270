import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';

/**
 * Markets as an instance knows them: those of its thread, and in their place whatever it was told of since. What it was told is saved with
 * its step, so that another life of it reckons by the same terms, whatever the markets have become meanwhile.
 */
export class KnownMarkets {
  /** By id; the same object always. */
  readonly all: Record<InstrumentId, Instrument>;
  readonly #told = new Map<InstrumentId, Instrument>();

  constructor(ofThread: Readonly<Record<InstrumentId, Instrument>>) {
    this.all = { ...ofThread };
  }

  learn(instruments: readonly Instrument[]): void {
    for (const instrument of instruments) {
      this.all[instrument.id] = instrument;
      this.#told.set(instrument.id, instrument);
    }
  }

  save(): { readonly instruments?: readonly Instrument[] } {
    return this.#told.size === 0 ? {} : { instruments: [...this.#told.values()] };
  }
}
