import type { Instrument, InstrumentId } from '../../../../core/domain/markets/instrument.ts';
import type { StrategyMarkets } from '../../strategy-markets.ts';

/** Markets by their ids, as they are now; without those that nobody lists. */
export const listedMarkets = (
  ids: readonly InstrumentId[],
  markets: Pick<StrategyMarkets, 'instrument'>,
): Readonly<Record<InstrumentId, Instrument>> =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const instrument = markets.instrument(id);
      return instrument === null ? [] : [[id, instrument] as const];
    }),
  );
