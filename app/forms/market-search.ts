import type { Instrument, InstrumentId } from '../../core/domain/instrument.ts';

/** As many as somebody looks through. */
const mostFound = 50;

/** Markets that hold every word of a search, favourites first in their own order. */
export function findMarkets(
  instruments: readonly Instrument[],
  favourites: readonly InstrumentId[],
  search: string,
  exchangeTitle: (exchange: string) => string,
): readonly Instrument[] {
  const words = search
    .toLowerCase()
    .split(/[\s/·]+/)
    .filter(Boolean);
  const rank = new Map(favourites.map((id, at) => [id, at]));
  const placeOf = ({ id }: Instrument): number => rank.get(id) ?? rank.size;
  return instruments
    .filter((instrument) => {
      const { base, quote, symbol, exchange, accountType } = instrument;
      const text = [base, quote, symbol, exchange, exchangeTitle(exchange), accountType].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => placeOf(a) - placeOf(b))
    .slice(0, mostFound);
}

/** `BTC/USDT · Aurora`. */
export const marketTitle = ({ base, quote, exchange }: Instrument, exchangeTitle: (exchange: string) => string): string =>
  `${base}/${quote} · ${exchangeTitle(exchange)}`;
