import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentEdition } from '../server/engine/codec/edition.ts';
import type { Command } from '../server/engine/command.ts';
import { stream } from '../tests/engine/random-stream.ts';
import { goldenCommands, writeGoldenVenue } from '../tests/kit/venues/golden-venue.ts';

/** Writes a golden venue of the present edition, once: the folder must not exist yet. `tests/golden/README.md` says what for. */
const seed = 15;
const [addition] = process.argv.slice(2);
const name = addition === undefined ? `edition-${currentEdition}` : `edition-${currentEdition}-${addition}`;
const folder = join(import.meta.dirname, '..', 'tests', 'golden', name);

/** What the random stream has none of, by the place before which it stands. */
const rare: Readonly<Record<number, readonly Command[]>> = {
  200: [
    { type: 'SET_FEE_TIER', tier: 0, makerSharePpm: 1_000_000, takerSharePpm: 1_000_000 },
    { type: 'SET_FEE_TIER', tier: 1, makerSharePpm: 333_333, takerSharePpm: 700_001 },
    { type: 'SET_ACCOUNT_FEES', account: 1, tier: 1, discountPpm: 0 },
    { type: 'SET_ACCOUNT_FEES', account: 2, tier: 1, discountPpm: 250_000 },
    { type: 'SET_ACCOUNT_FEES', account: 0, tier: 7, discountPpm: 0 },
  ],
  400: [
    {
      ...({ type: 'SET_INSTRUMENT_TERMS', instrument: 0 } as const),
      ...{ minLots: 2, maxLots: 5_000, minNotional: 9_000n, bandPpm: 150_000 },
      ...{ makerFeePpm: 900, takerFeePpm: 1_400, maxResting: 7, maxWaiting: 5 },
    },
    { type: 'SET_FEE_TIER', tier: 1, makerSharePpm: 0, takerSharePpm: 500_000 },
    { type: 'PAY_FUNDING', instrument: 0, mark: 100, ratePpb: -300_000, fundingMs: 1_760_000_000_000 },
  ],
  500: [
    { type: 'CHANGE_INSTRUMENT_FEES', instrument: 0, makerFeePpm: 300, takerFeePpm: 1_100 },
    { type: 'CHANGE_FEE_TIER', tier: 1, makerSharePpm: 250_000, takerSharePpm: 750_000 },
    {
      ...({ type: 'CHANGE_INSTRUMENT_TERMS', instrument: 0, tickStep: 2, lotStep: 5 } as const),
      ...{ minLots: 5, maxLots: 4_000, minNotional: 7_000n, bandPpm: 250_000, maxResting: 9, maxWaiting: 3 },
    },
    { type: 'SET_LEVERAGE', account: 1, instrument: 0, leverage: 20 },
    {
      ...({ type: 'SET_OWN_TERMS', instrument: 0, minLots: 1, maxLots: 6_000, minNotional: 8_000n, bandPpm: 100_000 } as const),
      ...{ makerFeePpm: 1_000, takerFeePpm: 1_500, maxResting: 11, maxWaiting: 6 },
    },
  ],
  600: [
    { type: 'HOLD', account: 0, asset: 1, amount: 70_000n, reference: 'taken' },
    { type: 'HOLD', account: 0, asset: 1, amount: 9_000n, reference: 'let go' },
    { type: 'HOLD', account: 0, asset: 1, amount: 800n, reference: 'kept' },
    { type: 'HOLD', account: 0, asset: 1, amount: 801n, reference: 'kept' },
    { type: 'TRANSFER', from: 0, to: -1, asset: 1, amount: 70_000n, reference: 'taken' },
    { type: 'RELEASE_HOLD', reference: 'let go' },
    { type: 'RELEASE_HOLD', reference: 'never' },
  ],
  800: [
    {
      ...({ type: 'CHANGE_INSTRUMENT_TERMS', instrument: 0, tickStep: 1, lotStep: 1 } as const),
      ...{ minLots: 1, maxLots: 6_000, minNotional: 0n, bandPpm: 400_000, maxResting: 200, maxWaiting: 50 },
    },
    { type: 'CHANGE_INSTRUMENT_FEES', instrument: 0, makerFeePpm: 0, takerFeePpm: 500 },
  ],
};

await mkdir(folder);
const commands = stream(seed, goldenCommands, () => undefined).flatMap((command, place) => [...(rare[place] ?? []), command]);
const venue = await writeGoldenVenue(folder, commands);
await writeFile(join(folder, 'venue.json'), `${JSON.stringify(venue, null, 2)}\n`);
