import type { MarketData } from '../../../core/contract/market.ts';
import type { PreviewContext } from '../../../core/contract/strategy.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import { listedMarkets } from './market/listed-markets.ts';

/** As deep as strategies look into books. */
const bookLevels = 20;

/** The markets that params name, as they are now. */
export function previewWorld(params: unknown, markets: Pick<MarketData, 'depth' | 'ticker' | 'instrument'>): PreviewContext<unknown> {
  const ids = instrumentsIn(params);
  const found = <T>(read: (id: string) => T | null): Record<string, T> =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const value = read(id);
        return value === null ? [] : [[id, value] as const];
      }),
    );
  return {
    params,
    instruments: listedMarkets(ids, markets),
    books: found((id) => markets.depth(id, bookLevels)),
    lastPrices: found((id) => markets.ticker(id)?.last ?? null),
  };
}
