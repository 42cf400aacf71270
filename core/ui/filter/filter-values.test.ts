import { expect, it } from 'vitest';
import { isFiltered, readFilterValues, withFilter } from './filter-values.ts';

it('takes only texts out of what was saved', () => {
  expect(readFilterValues({ side: 'BUY', type: 7, status: '', nested: {} })).toEqual({ side: 'BUY' });
  expect([readFilterValues(null), readFilterValues('side'), readFilterValues(undefined)]).toEqual([{}, {}, {}]);
});

it('changes one filter, and takes an empty one out', () => {
  expect(withFilter({ side: 'BUY' }, 'type', 'LIMIT')).toEqual({ side: 'BUY', type: 'LIMIT' });
  expect(withFilter({ side: 'BUY' }, 'side', '')).toEqual({});
  expect([isFiltered({}), isFiltered({ side: 'BUY' })]).toEqual([false, true]);
});

it('forgets the days of a custom range with the range', () => {
  expect(withFilter({ range: 'custom', from: '2026-11-20', side: 'BUY' }, 'range', '7')).toEqual({ range: '7', side: 'BUY' });
});
