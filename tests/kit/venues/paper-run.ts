import type { OrderSide } from '../../../core/domain/orders/order.ts';
import { openFloor } from '../../../plugins/venue-paper/agent-floor.ts';
import { symbolCalibrations } from '../../../plugins/venue-paper/calibration.ts';
import { paperExchanges, paperInstruments } from '../../../plugins/venue-paper/exchanges.ts';
import { FairPrices } from '../../../plugins/venue-paper/fair-prices.ts';
import { agentMarkets } from '../../../plugins/venue-paper/open-exchanges.ts';
import { NamedRandom } from '../../../plugins/venue-paper/seeded-random.ts';
import { ManualClock } from '../manual-clock.ts';
import { type BookSample, sampleBook, type TakerPrint } from '../recordings/market-statistics.ts';
import { VirtualExchange } from './virtual-exchange.ts';

interface PaperRun {
  /** Per instrument id. */
  readonly samples: ReadonlyMap<string, BookSample[]>;
  readonly prints: ReadonlyMap<string, TakerPrint[]>;
  readonly commands: number;
  readonly rejections: number;
}

interface PaperRunOptions {
  readonly exchanges: readonly string[];
  readonly symbols: readonly string[];
  readonly seconds: number;
  readonly seed: number;
}

const levelsSampled = 60;

/** Runs simulated exchanges on virtual time, on the house's engine. */
export async function runPaper({ exchanges, symbols, seconds, seed }: PaperRunOptions): Promise<PaperRun> {
  const clock = new ManualClock(1_750_000_000_000);
  const calibrations = symbolCalibrations.filter(({ symbol }) => symbols.includes(symbol));
  const startPrices = new Map(calibrations.map(({ symbol, startPrice }) => [symbol, startPrice]));
  const fairPrices = new FairPrices(calibrations, startPrices, new NamedRandom(seed, 'fair'), clock.nowMs());
  const samples = new Map<string, BookSample[]>();
  const prints = new Map<string, TakerPrint[]>();
  const venues: { venue: VirtualExchange; stop: () => void; ids: readonly { id: string; tick: number; lot: number }[] }[] = [];
  for (const exchange of paperExchanges.filter((entry) => exchanges.includes(entry.exchange))) {
    const instruments = paperInstruments(exchange).filter(({ symbol }) => symbols.includes(symbol));
    const ids = instruments.map(({ id, tick, lot }) => ({ id, tick: Number(tick), lot: Number(lot) }));
    for (const { id } of ids) {
      samples.set(id, []);
      prints.set(id, []);
    }
    let lastOrder = 0;
    const venue = new VirtualExchange(instruments, () => clock.nowMs(), {
      traded: (id, trade) => {
        const market = ids.find((entry) => entry.id === id);
        const list = prints.get(id);
        if (market === undefined || list === undefined) return;
        const usdt = trade.price * market.tick * trade.qty * market.lot;
        const last = list.at(-1);
        if (trade.takerOrderId === lastOrder && last !== undefined) list[list.length - 1] = { ...last, usdt: last.usdt + usdt };
        else list.push({ timeMs: trade.timeMs, buys: trade.takerSide === 'BUY', usdt });
        lastOrder = trade.takerOrderId;
      },
    });
    const markets = agentMarkets(exchange).filter(({ instrumentId }) => samples.has(instrumentId));
    const { basis, latencyMs } = exchange;
    const [makers, takers] = [venue.desk(0), venue.desk(1)];
    const stop = await openFloor({ exchange: exchange.exchange, markets, makers, takers, fairPrices, basis, latencyMs, seed, clock });
    venues.push({ venue, stop, ids });
  }
  for (let second = 0; second < seconds; second++) {
    await clock.advance(1000);
    for (const { venue, ids } of venues) {
      for (const { id, tick, lot } of ids) {
        const side = (name: OrderSide) => pairsOf(venue.depth(id, name, levelsSampled), tick, lot);
        const sample = sampleBook(side('BUY'), side('SELL'));
        if (sample !== null) samples.get(id)?.push(sample);
      }
    }
  }
  for (const { stop } of venues) stop();
  const sum = (of: (venue: VirtualExchange) => number) => venues.reduce((total, { venue }) => total + of(venue), 0);
  return { samples, prints, commands: sum((venue) => venue.commands), rejections: sum((venue) => venue.rejections) };
}

function pairsOf(flat: readonly number[], tick: number, lot: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) pairs.push([(flat[i] as number) * tick, (flat[i + 1] as number) * lot]);
  return pairs;
}
