import { type Instrument, type InstrumentId, isListed, parseInstrumentId } from '../../core/domain/markets/instrument.ts';

/** As many as somebody looks through. */
const mostFound = 50;

/** A market as the search finds and shows it. */
interface ListedMarket {
  readonly id: InstrumentId;
  /** `BTC/USDT`. */
  readonly pair: string;
  /** Title of its exchange. */
  readonly exchange: string;
  /** Words it is found by, in lower case. */
  readonly words: string;
}

/** The open markets, then those of `more` that are not open: they are known by their ids alone. */
export function listMarkets(
  instruments: readonly Instrument[],
  more: readonly InstrumentId[],
  exchangeTitle: (exchange: string) => string,
): readonly ListedMarket[] {
  const open = instruments
    .filter(isListed)
    .map(({ id, base, quote, symbol, exchange, accountType }) =>
      listed(id, `${base}/${quote}`, exchangeTitle(exchange), [base, quote, symbol, exchange, accountType]),
    );
  const known = new Set(instruments.map(({ id }) => id));
  const others = more.flatMap((id): readonly ListedMarket[] => {
    const parts = known.has(id) ? null : parseInstrumentId(id);
    if (parts === null) return [];
    const { symbol, exchange, accountType } = parts;
    return [listed(id, symbol, [exchangeTitle(exchange), accountType].join(' · '), [exchange])];
  });
  return [...open, ...others];
}

const listed = (id: InstrumentId, pair: string, exchange: string, words: readonly string[]): ListedMarket => ({
  id,
  pair,
  exchange,
  words: [pair, exchange, ...words].join(' ').toLowerCase(),
});

/** Markets that hold every word of a search, favourites first in their own order. */
export function findMarkets(
  markets: readonly ListedMarket[],
  favourites: readonly InstrumentId[],
  search: string,
): readonly ListedMarket[] {
  const words = search
    .toLowerCase()
    .split(/[\s/·]+/)
    .filter(Boolean);
  const rank = new Map(favourites.map((id, at) => [id, at]));
  const placeOf = ({ id }: ListedMarket): number => rank.get(id) ?? rank.size;
  return markets
    .filter((market) => words.every((word) => market.words.includes(word)))
    .sort((a, b) => placeOf(a) - placeOf(b))
    .slice(0, mostFound);
}

/** `BTC/USDT · Aurora`. */
export const marketTitle = ({ pair, exchange }: ListedMarket): string => `${pair} · ${exchange}`;
