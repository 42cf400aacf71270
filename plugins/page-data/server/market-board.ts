import type { Clock } from '../../../core/contract/server-services.ts';
import { intervalOpenMs } from '../../../core/domain/markets/interval.ts';
import { type MarketDays, money, type PairDays } from '../figures/market-days.ts';
import { changeOf } from '../figures/movers.ts';
import type { Series } from '../figures/statistics.ts';
import type { CandleShelf, PastBar } from './candle-shelf.ts';
import { followedMarkets, type MarketsRead } from './followed-markets.ts';
import { SharedWork } from './shared-work.ts';

const dayMs = 86_400_000;
/** A year of scores, and what the longest window needs before it. */
const mostDays = 400;
/** How fresh figures of the whole market are. */
export const freshMs = 60_000;

interface BoardParts {
  readonly markets: MarketsRead;
  readonly shelf: CandleShelf;
  readonly clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;
}

/** The followed pairs day by day, worked out once a minute at most. */
export class MarketBoard {
  readonly #parts: BoardParts;
  readonly #shared: SharedWork<MarketDays>;

  constructor(parts: BoardParts) {
    this.#parts = parts;
    this.#shared = new SharedWork(parts.clock, freshMs);
  }

  days(): Promise<MarketDays> {
    return this.#shared.of('days', () => this.#read());
  }

  async #read(): Promise<MarketDays> {
    const { markets, shelf, clock } = this.#parts;
    const followed = followedMarkets(markets);
    const read = await shelf.lastOfEach(
      followed.map(({ id }) => id),
      '1d',
      mostDays,
    );
    const bars = new Map(followed.map(({ id }, at) => [id, read[at] ?? []]));
    const today = intervalOpenMs('1d', clock.nowMs());
    const first = Math.min(today, ...[...bars.values()].map((one) => one[0]?.openMs ?? today));
    const days = Array.from({ length: (today - first) / dayMs + 1 }, (_, at) => first + at * dayMs);
    const closes = new Map(followed.map(({ id }) => [id, onDays(days, bars.get(id) ?? [], ({ close }) => close)]));
    const pairs = followed.map(({ id, base, quote }): PairDays => {
      const ticker = markets.ticker(id);
      // The day has only begun: of what was traded the last 24 hours stand for it.
      const traded = onDays(days, bars.get(id) ?? [], ({ volume }) => volume).with(-1, Number(ticker?.quoteVolume24h ?? 0));
      const own = closes.get(id) ?? [];
      const values: Series = ticker?.last == null ? own : own.with(-1, Number(ticker.last));
      const priced = followed.find((other) => other.base === quote && other.quote === money);
      const prices = quote === money ? null : (closes.get(priced?.id ?? '') ?? []);
      const volumes = prices === null ? traded : timesEach(traded, prices);
      return { id, base, quote, closes: values, volumes, change: changeOf(ticker) };
    });
    return { days, pairs };
  }
}

function onDays(days: readonly number[], bars: readonly PastBar[], value: (bar: PastBar) => number): Series & Array<number | null> {
  const byDay = new Map(bars.map((bar) => [bar.openMs, value(bar)]));
  return days.map((day) => byDay.get(day) ?? null);
}

const timesEach = (values: Series, factors: Series): Series =>
  values.map((value, at) => (value === null || factors[at] == null ? null : value * factors[at]));
