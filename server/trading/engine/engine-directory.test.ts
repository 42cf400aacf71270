import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EngineDirectory } from './engine-directory.ts';

const goldenOf = (version: number): string =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'tests', 'golden', `directory-${version}.json`), 'utf8');
const golden = goldenOf(3);

it('opens what a snapshot of version 3 holds, where an operator could change fees alone', () => {
  const directory = EngineDirectory.fromJson(golden);
  expect(directory.instruments.map(({ symbol, takerFeePpm }) => [symbol, takerFeePpm])).toEqual([
    ['BTCUSDT', 400],
    ['ETHUSDT', 1_000],
  ]);
  expect(directory.ownTerms[0]).toEqual({
    ...{ minLots: 1, maxLots: 900_000_000, minNotional: 1_000_000_000n, bandPpm: 200_000 },
    ...{ makerFeePpm: 1_000, takerFeePpm: 1_000, maxResting: 200, maxWaiting: 50 },
  });
  expect(directory.steps).toEqual([
    { tickStep: 1, lotStep: 1 },
    { tickStep: 1, lotStep: 1 },
  ]);
  expect(directory.accountTiers).toEqual([{ tier: 0, discountPpm: 5 }]);
  expect([...directory.openOrders(0, 1)]).toEqual([7]);
});

it('opens what a snapshot of version 4 holds, with what an operator has changed and what the exchange itself says', () => {
  const directory = EngineDirectory.fromJson(goldenOf(4));
  expect([directory.steps[1], directory.instruments[1]?.minLots, directory.instruments[1]?.takerFeePpm]).toEqual([
    { tickStep: 10, lotStep: 5 },
    5,
    1_000,
  ]);
  expect(directory.ownTerms[1]).toMatchObject({ minLots: 2, takerFeePpm: 900 });
  expect(JSON.parse(directory.toJson())).toEqual(JSON.parse(goldenOf(4)));
});

it('is the same after it was written and read again, with what an operator has changed', () => {
  const directory = EngineDirectory.fromJson(golden);
  directory.changeTerms({
    ...({ type: 'CHANGE_INSTRUMENT_TERMS', instrument: 1, tickStep: 10, lotStep: 5 } as const),
    ...{ minLots: 5, maxLots: 500, minNotional: 2n, bandPpm: 3, maxResting: 4, maxWaiting: 1 },
  });
  const again = EngineDirectory.fromJson(directory.toJson());
  expect(again.toJson()).toBe(directory.toJson());
  expect([again.steps[1], again.instruments[1]?.minLots, again.ownTerms[1]?.minLots]).toEqual([{ tickStep: 10, lotStep: 5 }, 5, 1]);
});

it('refuses a version that nothing leads from', () => {
  expect(() => EngineDirectory.fromJson('{"version":5}')).toThrow(/5/);
});
