import { expect, it } from 'vitest';
import type { BacktestRun, SweepRow } from '../../../core/contract/backtest-runs.ts';
import { render } from '../../../tests/kit/render.tsx';
import { SweepView } from './sweep-view.tsx';

const texts = {
  'panel-backtest': { 'reason.rule': '{{field}}: {{rule}}' },
  'strategy-shock-grid': { 'rules.offTick': 'must be a multiple of {{tick}}' },
};
const row = (low: string, high: string): SweepRow => ({
  values: [low, high],
  figures: null,
  reason: { key: 'rule', params: { field: 'lowPrice', rule: 'rules.offTick', tick: '0.01' } },
});
const run = {
  choice: {
    strategy: 'strategy-shock-grid/grid',
    sweep: {
      objective: 'sharpe',
      axes: [
        { field: 'lowPrice', values: ['1.001'] },
        { field: 'highPrice', values: ['2', '3'] },
      ],
    },
  },
} as unknown as BacktestRun;

it('says in the table and on the map which rule the values of a run break, in the words of form and strategy', async () => {
  const page = await render(
    <SweepView run={run} rows={[row('1.001', '2'), row('1.001', '3')]} titleOf={() => 'Lowest price'} onUse={() => undefined} />,
    texts,
  );
  const why = 'Lowest price: must be a multiple of 0.01';
  const onMap = [...page.container.querySelectorAll('td button')].map((cell) => cell.getAttribute('title'));
  expect(onMap.filter((title) => title === why)).toHaveLength(2);
  expect(page.container.textContent).toContain(why);
  expect(page.container.innerHTML).not.toContain('rules.offTick');
  await page.close();
});
