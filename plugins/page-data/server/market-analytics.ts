import type { Clock } from '../../../core/contract/server-services.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { intervalOpenMs } from '../../../core/domain/markets/interval.ts';
import { type Correlation, correlations } from '../figures/correlation.ts';
import { breadthByDay, changeOver, distanceFromAverage, type MarketDays } from '../figures/market-days.ts';
import { logReturns, type Series } from '../figures/statistics.ts';
import { volatilityCone } from '../figures/volatility.ts';
import { type BreadthView, type CorrelationSpan, type CorrelationView, mostMatrix, type VolatilityView } from '../routes.ts';
import type { CandleShelf, PastBar } from './candle-shelf.ts';
import { followedMarkets, type MarketsRead } from './followed-markets.ts';
import { freshMs } from './market-board.ts';
import { SharedWork, workedOnce } from './shared-work.ts';

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

/** All that a matrix of a span can be cut from. */
interface Correlated extends Pick<CorrelationView, 'interval' | 'until' | 'steps' | 'markets'> {
  readonly found: readonly (readonly Correlation[])[];
}

/** Breadth, correlations and volatilities, each worked out once a minute at most, for everybody. */
export class MarketAnalytics {
  readonly #parts: FiguresParts;
  readonly #breadthOf = workedOnce(breadthView);
  readonly #correlations: SharedWork<Correlated>;
  readonly #volatilities: SharedWork<VolatilityView>;

  constructor(parts: FiguresParts) {
    this.#parts = parts;
    this.#correlations = new SharedWork(parts.clock, freshMs);
    this.#volatilities = new SharedWork(parts.clock, freshMs);
  }

  async breadth(): Promise<BreadthView> {
    return this.#breadthOf(await this.#parts.board.days());
  }

  /** A part of the largest matrix: whoever asks for every size of it has none worked out for himself. */
  async correlation(span: CorrelationSpan, most: number): Promise<CorrelationView> {
    const { found, markets, ...about } = await this.#correlations.of(span, () => this.#correlated(span));
    const rows = found.slice(0, most).map((row) => row.slice(0, most));
    const shared = rows.flatMap((row, at) => row.slice(0, at).map((one) => one.shared));
    return {
      ...about,
      least: shared.length === 0 ? 0 : Math.min(...shared),
      markets: markets.slice(0, most),
      values: rows.map((row) => row.map(({ value }) => value)),
    };
  }

  async #correlated(span: CorrelationSpan): Promise<Correlated> {
    const { markets, shelf, clock } = this.#parts;
    const { interval, steps, stepMs } = spans[span];
    const chosen = followedMarkets(markets).slice(0, mostMatrix);
    // Of what has closed: a candle that runs is no whole return. One close more than there are returns.
    const untilMs = intervalOpenMs(interval, clock.nowMs());
    const fromMs = untilMs - (steps + 1) * stepMs;
    const ids = chosen.map(({ id }) => id);
    const returns = (await shelf.lastOfEach(ids, interval, steps + 2)).map((bars) => returnsOn(bars, fromMs, steps, stepMs));
    const named = chosen.map(({ id, base, quote }) => ({ id, base, quote }));
    return { interval, until: untilMs, steps, markets: named, found: correlations(returns) };
  }

  /** One of the few that figures are worked out of: a history is much to read, and nobody shall have all of them read. */
  async follows(id: InstrumentId): Promise<boolean> {
    return (await this.#parts.board.days()).pairs.some((one) => one.id === id);
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

function breadthView(market: MarketDays): BreadthView {
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

/** Returns of `steps` steps, the first of which begins a step after `fromMs`. */
function returnsOn(bars: readonly PastBar[], fromMs: number, steps: number, stepMs: number): Series {
  const closes = new Map(bars.map(({ openMs, close }) => [openMs, close]));
  return logReturns(Array.from({ length: steps + 1 }, (_, at) => closes.get(fromMs + at * stepMs) ?? null));
}
