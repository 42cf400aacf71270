import type { IndexView, Ticker } from '../../core/contract/client-services.ts';
import type { AccountType, Instrument } from '../../core/domain/markets/instrument.ts';
import { midPrice } from '../../core/domain/markets/reference-price.ts';
import type { SortOrder } from '../../core/ui/index.ts';

/** Markets of one exchange and account type. */
interface MarketGroup {
  readonly kind: 'group';
  readonly key: string;
  readonly exchange: string;
  readonly accountType: AccountType;
  readonly count: number;
  readonly isOpen: boolean;
}
export type ListRow = MarketGroup | Instrument;

export const isGroup = (row: ListRow): row is MarketGroup => 'kind' in row;
export const rowKeyOf = (row: ListRow): string => (isGroup(row) ? row.key : row.id);

/** Columns by which markets are ordered; all but the name change by themselves. */
const sortColumns = ['symbol', 'last', 'change', 'index', 'deviation', 'changeAmount', 'high', 'low', 'volume', 'quoteVolume'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** What is known of a market. */
export interface MarketFigures {
  readonly ticker: Ticker | null;
  readonly index: IndexView | null;
}

/** The value a column is ordered by, as a number: an order needs no exact digits. Markets without a price come last. */
export function rankOf(column: SortColumn, { ticker, index }: MarketFigures): number {
  const value = (text: string | null | undefined): number => (text == null ? Number.NEGATIVE_INFINITY : Number(text));
  if (column === 'index') return value(index?.price);
  if (ticker === null) return Number.NEGATIVE_INFINITY;
  const { last, open24h: open } = ticker;
  switch (column) {
    case 'last':
      return value(last);
    case 'change':
      return last === null || open === null || Number(open) === 0 ? Number.NEGATIVE_INFINITY : Number(last) / Number(open) - 1;
    case 'deviation':
      return index === null || index.stale
        ? Number.NEGATIVE_INFINITY
        : value(midPrice(ticker.bid, ticker.ask) ?? last) / Number(index.price) - 1;
    case 'changeAmount':
      return last === null || open === null ? Number.NEGATIVE_INFINITY : Number(last) - Number(open);
    case 'high':
      return value(ticker.high24h);
    case 'low':
      return value(ticker.low24h);
    case 'volume':
      return value(ticker.volume24h);
    case 'quoteVolume':
      return value(ticker.quoteVolume24h);
    default:
      return 0;
  }
}

/** Ordered markets. Each value is read once, not with every comparison: thousands of markets are ordered anew every second. */
export function sortMarkets(
  markets: readonly Instrument[],
  order: SortOrder | null,
  figuresOf: (one: Instrument) => MarketFigures,
): readonly Instrument[] {
  const column = sortColumns.find((one) => one === order?.column);
  if (order === null || column === undefined) return markets;
  const sign = order.direction === 'ascending' ? 1 : -1;
  if (column === 'symbol') {
    return [...markets].sort((a, b) => sign * (compareText(a.symbol, b.symbol) || compareText(a.exchange, b.exchange)));
  }
  const ranked = markets.map((market, at) => ({ market, at, rank: rankOf(column, figuresOf(market)) }));
  // Two markets without a price: ∞ − ∞ is no number.
  ranked.sort((a, b) => (a.rank === b.rank ? a.at - b.at : sign * (a.rank < b.rank ? -1 : 1)));
  return ranked.map(({ market }) => market);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Markets under a title for each exchange and account type; those of closed groups are left out. */
export function groupMarkets(markets: readonly Instrument[], closed: ReadonlySet<string>): readonly ListRow[] {
  const groups = new Map<string, Instrument[]>();
  for (const market of markets) {
    const key = `${market.exchange}/${market.accountType}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [market]);
    else group.push(market);
  }
  // Groups keep their places however the markets in them are ordered.
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([key, members]): readonly ListRow[] => {
      const { exchange, accountType } = members[0] as Instrument;
      const isOpen = !closed.has(key);
      return [{ kind: 'group', key, exchange, accountType, count: members.length, isOpen }, ...(isOpen ? members : [])];
    });
}
