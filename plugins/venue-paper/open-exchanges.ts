import { allOrNothing } from '../../core/contract/all-or-nothing.ts';
import type { Clock, Environment, Logger, Matching, MatchingVenue } from '../../core/contract/server-services.ts';
import type { Disposer, Venue, VenueOpening } from '../../core/contract/venue.ts';
import { usualSchedule } from '../../core/domain/accounts/fee-schedule.ts';
import { instrumentId } from '../../core/domain/markets/instrument.ts';
import { openFloor } from './agent-floor.ts';
import { type SymbolCalibration, symbolCalibrations } from './calibration.ts';
import { candleGrid } from './candle-grid.ts';
import { type PaperExchange, paperAssets, paperExchanges, paperInstruments } from './exchanges.ts';
import { FairPrices } from './fair-prices.ts';
import type { AgentMarket } from './market-maker.ts';
import { paperVenue } from './paper-venue.ts';
import { priceHistories } from './price-histories.ts';
import type { PriceHistory } from './price-history.ts';
import { NamedRandom } from './seeded-random.ts';

interface PaperServices {
  readonly matching: Matching;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly environment: Environment;
}

/** Opens the three exchanges and seats their agents. When one cannot be opened, none stays open. */
export async function openExchanges(services: PaperServices, opening: VenueOpening): Promise<readonly Venue[]> {
  return allOrNothing((opened) => openAll(services, opening, opened));
}

async function openAll(
  { matching, clock, environment, logger }: PaperServices,
  opening: VenueOpening,
  undo: (disposer: Disposer) => void,
): Promise<readonly Venue[]> {
  const openedMs = clock.nowMs();
  const histories = priceHistories(environment.seed);
  const opened: { exchange: PaperExchange; venue: MatchingVenue }[] = [];
  for (const exchange of paperExchanges) {
    const venue = await matching.open({
      exchange: exchange.exchange,
      title: exchange.title,
      assets: paperAssets,
      instruments: paperInstruments(exchange),
      feeSchedule: usualSchedule,
      sink: opening.sink,
      retain: 'since-snapshot',
    });
    undo(() => venue.close());
    opened.push({ exchange, venue });
  }
  const random = new NamedRandom(environment.seed, `fair/${openedMs}`);
  const fairPrices = new FairPrices(symbolCalibrations, startPrices(opened, histories, openedMs), random, openedMs);
  const venues: Venue[] = [];
  for (const { exchange, venue } of opened) {
    const stopAgents = await openFloor({
      exchange: exchange.exchange,
      markets: agentMarkets(exchange),
      makers: await venue.desk('makers'),
      takers: await venue.desk('takers'),
      fairPrices,
      basis: exchange.basis,
      latencyMs: exchange.latencyMs,
      seed: (environment.seed ^ openedMs) | 0,
      clock,
    });
    undo(stopAgents);
    venues.push(paperVenue({ matching: venue, stopAgents, history: historyOf(exchange, histories, openedMs) }));
  }
  logger.info({ exchanges: venues.map(({ exchange }) => exchange) }, 'Simulated exchanges are open');
  return venues;
}

/** Where prices go on: at the first exchange's last trade, or at the end of the simulated past. */
function startPrices(
  opened: ReadonlyArray<{ readonly venue: MatchingVenue }>,
  histories: ReadonlyMap<string, PriceHistory>,
  nowMs: number,
): ReadonlyMap<string, number> {
  const venue = opened[0]?.venue;
  return new Map(
    [...histories].map(([symbol, history]) => {
      const id = venue?.instruments.find((instrument) => instrument.symbol === symbol)?.id;
      const last = id === undefined ? null : (venue?.lastPrice(id) ?? null);
      return [symbol, last === null ? Math.exp(history.logPrice(nowMs)) : Number(last)];
    }),
  );
}

/** The exchange's markets in the units in which agents think. */
export function agentMarkets(exchange: PaperExchange): readonly AgentMarket[] {
  return paperInstruments(exchange).flatMap((instrument) => {
    const calibration = calibrationOf(instrument.symbol);
    const intensity = exchange.markets[instrument.symbol]?.intensity;
    if (calibration === undefined || intensity === undefined) return [];
    return {
      instrumentId: instrument.id,
      calibration,
      tick: Number(instrument.tick),
      lot: Number(instrument.lot),
      minLots: Math.round(Number(instrument.minQty) / Number(instrument.lot)),
      minQuote: Number(instrument.minNotional),
      depthShare: exchange.depthShare,
      intensity,
    };
  });
}

const calibrationOf = (symbol: string): SymbolCalibration | undefined =>
  symbolCalibrations.find((calibration) => calibration.symbol === symbol);

function historyOf(exchange: PaperExchange, histories: ReadonlyMap<string, PriceHistory>, endMs: number) {
  const markets = new Map(
    paperInstruments(exchange).flatMap((instrument) => {
      const calibration = calibrationOf(instrument.symbol);
      const history = histories.get(instrument.symbol);
      const intensity = exchange.markets[instrument.symbol]?.intensity ?? 1;
      if (calibration === undefined || history === undefined) return [];
      const grid = candleGrid(instrument, calibration, intensity, exchange.depthShare);
      return [[instrumentId(instrument), { history, grid }] as const];
    }),
  );
  return (id: string, interval: Parameters<PriceHistory['candles']>[0], beforeMs: number, limit: number) => {
    const market = markets.get(id);
    return market === undefined ? [] : market.history.candles(interval, beforeMs, endMs, limit, market.grid);
  };
}
