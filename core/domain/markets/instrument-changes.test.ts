import { expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { changedInstruments } from './instrument-changes.ts';

const other = { ...testInstrument, id: 'aurora/ETHUSDT/spot', symbol: 'ETHUSDT', base: 'ETH' };

it('names markets that are new, have other terms or are gone, and none that stay as they were', () => {
  expect(changedInstruments([testInstrument], [{ ...testInstrument }])).toEqual([]);
  expect(changedInstruments([], [testInstrument])).toEqual([testInstrument]);
  const coarser = { ...testInstrument, tick: '0.1' };
  expect(changedInstruments([testInstrument], [coarser])).toEqual([coarser]);
  expect(changedInstruments([testInstrument, other], [testInstrument])).toEqual([{ ...other, state: 'DELISTED' }]);
});

it('names the end of a market once', () => {
  expect(changedInstruments([testInstrument, { ...other, state: 'DELISTED' }], [testInstrument])).toEqual([]);
});
