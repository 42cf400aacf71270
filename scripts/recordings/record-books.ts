import { linearPerpetual } from '../../core/domain/markets/perpetual-terms.ts';
import { openFloor } from '../../plugins/venue-paper/agent-floor.ts';
import type { BasisCalibration } from '../../plugins/venue-paper/basis.ts';
import { symbolCalibrations } from '../../plugins/venue-paper/calibration.ts';
import { type PaperExchange, paperExchanges, paperInstruments } from '../../plugins/venue-paper/exchanges.ts';
import { FairPrices } from '../../plugins/venue-paper/fair-prices.ts';
import type { AgentMarket } from '../../plugins/venue-paper/market-maker.ts';
import { agentMarkets } from '../../plugins/venue-paper/open-exchanges.ts';
import { NamedRandom } from '../../plugins/venue-paper/seeded-random.ts';
import { ManualClock } from '../../tests/kit/manual-clock.ts';
import { VirtualExchange } from '../../tests/kit/venues/virtual-exchange.ts';
import { BookRecorder } from './book-recorder.ts';
import type { WrittenFiles } from './written-files.ts';

/** Eleven minutes around midnight, when the funding of perpetuals is due. */
export const recordedFromMs = Date.UTC(2025, 5, 9, 23, 54);
const lengthMs = 11 * 60_000;
const date = '20250609';
/** Agents are at work before anybody writes it down. */
const warmUpMs = 10_000;
const updateMs = 100;
/** Updates that a recorder hears before it has its snapshot. */
const updatesBeforeSnapshot = 5;

/** A recorded venue: an exchange of the simulation, or one made of another's figures. */
interface RecordedVenue {
  readonly venue: string;
  readonly exchange: PaperExchange;
  readonly symbols: readonly string[];
  readonly isContract: boolean;
  readonly basis: BasisCalibration;
}

function recordedVenues(): readonly RecordedVenue[] {
  const aurora = paperExchanges.find(({ exchange }) => exchange === 'aurora');
  if (aurora === undefined) throw new Error('there is no Aurora');
  const usdm = {
    ...aurora,
    exchange: 'aurora_usdm',
    markets: { BTCUSDT: { tick: '0.1', lot: '0.001', intensity: 1 } },
  };
  return [
    { venue: 'aurora', exchange: aurora, symbols: ['BTCUSDT', 'ETHUSDT'], isContract: false, basis: aurora.basis },
    {
      ...{ venue: 'aurora_usdm', exchange: usdm, symbols: ['BTCUSDT'], isContract: true },
      basis: { deviationBps: 2, revertS: 90, dislocationsPerMinute: 0, dislocationBps: 0 },
    },
  ];
}

/** Records the books and trades of simulated exchanges whose agents follow one fair price. `startPrices`: USDT by symbol. */
export async function recordBooks(files: WrittenFiles, seed: number, startPrices: ReadonlyMap<string, number>): Promise<void> {
  const clock = new ManualClock(recordedFromMs - warmUpMs);
  const symbols = symbolCalibrations.filter(({ symbol }) => startPrices.has(symbol));
  const fairPrices = new FairPrices(symbols, startPrices, new NamedRandom(seed, 'fair'), clock.nowMs());
  const open = await Promise.all(recordedVenues().map((venue) => openVenue(venue, fairPrices, seed, clock)));
  await clock.advance(warmUpMs);
  const recorders = open.flatMap(({ recorders }) => [...recorders.values()]);
  for (const { listen } of open) listen();
  for (let at = 1; at * updateMs <= lengthMs; at++) {
    await clock.advance(updateMs);
    for (const recorder of recorders) {
      recorder.update(clock.nowMs());
      if (at === updatesBeforeSnapshot) recorder.takeSnapshot(clock.nowMs());
    }
  }
  for (const { venue, isContract, recorders, stop } of open) {
    stop();
    for (const recorder of recorders.values()) {
      recorder.writeStream(files, venue, date);
      if (isContract) recorder.writeTrades(files, venue, date);
    }
  }
}

async function openVenue(
  { venue, exchange, symbols, isContract, basis }: RecordedVenue,
  fairPrices: FairPrices,
  seed: number,
  clock: ManualClock,
) {
  const instruments = paperInstruments(exchange).filter(({ symbol }) => symbols.includes(symbol));
  let isHeard = false;
  const recorders = new Map<string, BookRecorder>();
  const virtual = new VirtualExchange(instruments, () => clock.nowMs(), {
    traded: (id, trade) => isHeard && recorders.get(id)?.traded(trade),
    levelChanged: (id, ...change) => isHeard && recorders.get(id)?.levelChanged(...change),
  });
  for (const instrument of instruments) {
    const told = isContract ? linearPerpetual(instrument) : instrument;
    recorders.set(instrument.id, new BookRecorder(told, (side, levels) => virtual.depth(instrument.id, side, levels)));
  }
  const markets: readonly AgentMarket[] = agentMarkets(exchange).filter(({ instrumentId }) => recorders.has(instrumentId));
  const desks = { makers: virtual.desk(0), takers: virtual.desk(1) };
  const { latencyMs } = exchange;
  const stop = await openFloor({ exchange: exchange.exchange, markets, ...desks, fairPrices, basis, latencyMs, seed, clock });
  const listen = (): void => {
    isHeard = true;
  };
  return { venue, isContract, recorders, stop, listen };
}
