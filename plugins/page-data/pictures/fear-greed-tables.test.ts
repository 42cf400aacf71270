import { expect, it } from 'vitest';
import type { FearGreedView } from '../routes.ts';
import { historyTable, nowTable } from './fear-greed-tables.ts';

const view: FearGreedView = {
  ...{ source: 'own', imported: null, market: 'aurora/BTCUSDT/spot', value: 40, regime: 'neutral', time: 0 },
  components: [{ id: 'volatility', weight: 25, value: 0.5, score: 40, history: 60 }],
  ...{ least_history: 30, list: [] },
};
const partsIn = (shown: FearGreedView): readonly unknown[] =>
  nowTable((key) => key, shown).rows.map(([part, , score]) => [part?.value, score?.value]);

it('puts the parts beside the index that they make, and beside none that was imported', () => {
  expect(partsIn(view)).toEqual([
    ['volatility', 40],
    ['index', 40],
  ]);
  expect(partsIn({ ...view, source: 'imported', imported: 'Of a friend', value: 80 })).toEqual([['index', 80]]);
});

it('writes the prices of all days with the same decimals, so that their points stand below one another', () => {
  const list = [61_234.5, 60_123.46, null].map((close, day) => ({ day, value: 50, close }));
  const { rows } = historyTable((key) => key, { ...view, list });
  expect(rows.map((row) => row.at(-1)?.text)).toEqual(['–', '60,123.46', '61,234.50']);
});
