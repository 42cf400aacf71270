import type { VenueBatch } from '../../core/contract/venue.ts';
import { AccountLedger } from '../../core/simulation/clearing/account-ledger.ts';
import { SimulatedMarket } from '../../core/simulation/simulated-market.ts';
import { describeVenue } from '../../tests/contract/venue/venue-conformance.ts';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { ReplayVenue } from './replay-venue.ts';

/** A replay whose recording is silent: the cards are about our own orders. */
describeVenue('replay', async () => {
  const batches: VenueBatch[] = [];
  let number = 0;
  const newId = () => String(++number);
  const ledger = new AccountLedger('aurora', 8, newId);
  const markets = [
    new SimulatedMarket({
      instrument: testInstrument,
      grid: { priceDecimals: 2, tickDecimals: 2, qtyDecimals: 5, lotDecimals: 5 },
      ledger,
      newId,
    }),
  ];
  const sink = { batch: (batch: VenueBatch) => void batches.push(batch), health: () => undefined };
  const parts = { exchange: 'aurora', title: 'Replay', markets, ledger, sink, sequence: 0, trading: true, stop: () => undefined };
  const venue = new ReplayVenue(parts);
  return { venue, batches, close: () => venue.close() };
});
