import { expect, it } from 'vitest';
import { testInstrument } from '../../tests/kit/market-fixtures.ts';
import { instrumentChanges } from './instrument-changes.ts';

const other = { ...testInstrument, id: 'aurora/ETHUSDT/spot', symbol: 'ETHUSDT', base: 'ETH' };

it('tells markets that are new, have other terms or are gone, and nothing of those that stay as they were', () => {
  expect(instrumentChanges([testInstrument], [{ ...testInstrument }])).toEqual([]);
  expect(instrumentChanges([], [testInstrument])).toEqual([{ type: 'instrument', instrument: testInstrument }]);
  const coarser = { ...testInstrument, tick: '0.1' };
  expect(instrumentChanges([testInstrument], [coarser])).toEqual([{ type: 'instrument', instrument: coarser }]);
  expect(instrumentChanges([testInstrument, other], [testInstrument])).toEqual([
    { type: 'instrument', instrument: { ...other, state: 'DELISTED' } },
  ]);
});

it('tells the end of a market once', () => {
  const gone = { ...other, state: 'DELISTED' as const };
  expect(instrumentChanges([testInstrument, gone], [testInstrument])).toEqual([]);
});
