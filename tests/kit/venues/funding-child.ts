import { SeededRandom } from '../seeded-random.ts';
import { openPerpetualVenue, openPositions, perpetual, steppedRates } from './perpetual-venue.ts';

/**
 * For the kill test of funding: a process whose clock steps forwards by hours and back by two, and which prints the moment of every payment
 * whose answer it heard. Arguments: folder, time of the clock in ms, seed.
 */
const [folder = '', startMs = '0', seed = '1'] = process.argv.slice(2);
const hourMs = 3_600_000;
const random = new SeededRandom(Number(seed));
let [wallMs, elapsedMs] = [Number(startMs), 0];
const { venue, payments } = await openPerpetualVenue(
  folder,
  { wallMs: () => wallMs, elapsedMs: () => elapsedMs },
  {
    at: async (id, fundingMs) => {
      process.stdout.write(`asked ${fundingMs}\n`);
      return steppedRates.at(id, fundingMs);
    },
  },
);
if (venue.balances({ apiId: 2, accountType: 'usdm' }).length === 0) await openPositions(venue);
for (;;) {
  elapsedMs += 1_000;
  wallMs += 1_000 + (random.next() < 0.3 ? -2 * hourMs : random.integer(0, 9 * hourMs));
  await payments.pay();
  process.stdout.write(`paid ${venue.fundedMs?.(perpetual.id)} at ${wallMs}\n`);
}
