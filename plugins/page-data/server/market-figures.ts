import type { Clock } from '../../../core/contract/server-services.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { intervalOpenMs } from '../../../core/domain/markets/interval.ts';
import { correlations } from '../figures/correlation.ts';
import { breadthByDay, changeOver, distanceFromAverage, type MarketDays } from '../figures/market-days.ts';
import { logReturns, type Series } from '../figures/statistics.ts';
import { volatilityCone } from '../figures/volatility.ts';
import type { BreadthView, CorrelationSpan, CorrelationView, VolatilityView } from '../routes.ts';
import type { CandleShelf, PastBar } from './candle-shelf.ts';
import { followedMarkets, type MarketsRead } from './followed-markets.ts';
import { freshMs } from './market-board.ts';
import { SharedWork } from './shared-work.ts';

const hourMs = 3_600_000;
/** Ninety days: the longest that the hours of a week are taken from. */
const volatilityHours = 2_160;

/** Steps and their number, by what is chosen. */
const spans = {
  '7d': { interval: '1h', steps: 168, stepMs: hourMs },
  '30d': { interval: '1d', steps: 30, stepMs: 24 * hourMs },
  '90d': { interval: '1d', steps: 90, stepMs: 24 * hourMs },
} as const satisfies Readonly<Record<CorrelationSpan, object>>;

interface FiguresParts {
  readonly markets: MarketsRead;
  readonly shelf: CandleShelf;
  readonly board: { days(): Promise<MarketDays> };
  readonly clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;
}

/** Breadth, correlations and volatilities, each worked out once a minute at most, for everybody. */
export class MarketFigures {
  readonly #parts: FiguresParts;
  readonly #correlations: SharedWork<CorrelationView>;
  readonly #volatilities: SharedWork<VolatilityView>;

  constructor(parts: FiguresParts) {
    this.#parts = parts;
    this.#correlations = new SharedWork(parts.clock, freshMs);
    this.#volatilities = new SharedWork(parts.clock, freshMs);
  }

  async breadth(): Promise<BreadthView> {
    const market = await this.#parts.board.days();
    const last = market.days.length - 1;
    return {
      markets: market.pairs.map((pair) => ({
        ...{ id: pair.id, base: pair.base, quote: pair.quote },
        distance: distanceFromAverage(pair, last),
        changes: { '1d': pair.change, '7d': changeOver(pair, 7), '30d': changeOver(pair, 30) },
      })),
      list: breadthByDay(market).flatMap(({ share, counted }, at) =>
        share === null ? [] : [{ day: market.days[at] as number, share, markets: counted }],
      ),
    };
  }

  correlation(span: CorrelationSpan, most: number): Promise<CorrelationView> {
    return this.#correlations.of(`${span} ${most}`, async () => {
      const { markets, shelf, clock } = this.#parts;
      const { interval, steps, stepMs } = spans[span];
      const chosen = followedMarkets(markets).slice(0, most);
      // Of what has closed: a candle that runs is no whole return. One close more than there are returns.
      const untilMs = intervalOpenMs(interval, clock.nowMs());
      const fromMs = untilMs - (steps + 1) * stepMs;
      const ids = chosen.map(({ id }) => id);
      const read = await shelf.lastOfEach(ids, interval, steps + 2);
      const found = correlations(read.map((bars) => returnsOn(bars, fromMs, steps, stepMs)));
      const shared = found.flatMap((row, at) => row.flatMap((one, other) => (other < at ? one.shared : [])));
      return {
        ...{ interval, until: untilMs, steps, least: shared.length === 0 ? 0 : Math.min(...shared) },
        markets: chosen.map(({ id, base, quote }) => ({ id, base, quote })),
        values: found.map((row) => row.map(({ value }) => value)),
      };
    });
  }

  /** One of the few that figures are worked out of: a history is much to read, and nobody shall have all of them read. */
  follows(id: InstrumentId): boolean {
    return followedMarkets(this.#parts.markets).some((one) => one.id === id);
  }

  volatility(id: InstrumentId): Promise<VolatilityView> {
    return this.#volatilities.of(id, async () => {
      const { shelf, clock } = this.#parts;
      const bars = await shelf.last(id, '1h', volatilityHours + 2);
      const untilMs = intervalOpenMs('1h', clock.nowMs());
      const steps = Math.min(volatilityHours, Math.max(0, bars.filter(({ openMs }) => openMs < untilMs).length - 1));
      const fromMs = untilMs - (steps + 1) * hourMs;
      const returns = returnsOn(bars, fromMs, steps, hourMs);
      const cone = volatilityCone(returns).map(({ percentiles, ...point }) => ({
        ...point,
        percentiles: percentiles === null ? null : [...percentiles],
      }));
      return { id, from: fromMs + hourMs, returns: [...returns], cone };
    });
  }
}

/** Returns of `steps` steps, the first of which begins a step after `fromMs`. */
function returnsOn(bars: readonly PastBar[], fromMs: number, steps: number, stepMs: number): Series {
  const closes = new Map(bars.map(({ openMs, close }) => [openMs, close]));
  return logReturns(Array.from({ length: steps + 1 }, (_, at) => closes.get(fromMs + at * stepMs) ?? null));
}
