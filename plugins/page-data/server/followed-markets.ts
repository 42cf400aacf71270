import type { ServerMarkets } from '../../../core/contract/server-services.ts';
import { tradesBase } from '../../../core/domain/clearing/kinds.ts';
import { type Instrument, isListed, pairKey } from '../../../core/domain/markets/instrument.ts';
import { money } from '../figures/market-days.ts';

/** Pairs that figures of the whole market are made of. */
const mostPairs = 40;

export type MarketsRead = Pick<ServerMarkets, 'instruments' | 'ticker' | 'candles' | 'isEphemeral'>;

/**
 * The most traded pairs of the last 24 hours, each by its most traded market, largest first. Replays live at another time and stay out, and so does
 * what is not counted in its base, or has a quote without a price in the money of the figures.
 */
export function followedMarkets(markets: MarketsRead): readonly Instrument[] {
  const traded = markets
    .instruments()
    .filter((one) => isListed(one) && tradesBase(one) && !markets.isEphemeral(one.exchange))
    .map((instrument) => ({ instrument, quoteVolume: Number(markets.ticker(instrument.id)?.quoteVolume24h ?? 0) }))
    .sort((a, b) => b.quoteVolume - a.quoteVolume);
  const prices = new Map<string, number>([[money, 1]]);
  for (const { instrument } of traded) {
    const last = instrument.quote === money && !prices.has(instrument.base) ? markets.ticker(instrument.id)?.last : null;
    if (last != null) prices.set(instrument.base, Number(last));
  }
  const pairs = new Map<string, { readonly instrument: Instrument; readonly worth: number }>();
  for (const { instrument, quoteVolume } of traded) {
    const price = prices.get(instrument.quote);
    if (price !== undefined && !pairs.has(pairKey(instrument))) pairs.set(pairKey(instrument), { instrument, worth: quoteVolume * price });
  }
  return [...pairs.values()]
    .sort((a, b) => b.worth - a.worth)
    .slice(0, mostPairs)
    .map(({ instrument }) => instrument);
}
