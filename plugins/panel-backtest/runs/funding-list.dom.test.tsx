import { expect, it } from 'vitest';
import type { BacktestFigures, BacktestFunding } from '../../../core/contract/backtest-runs.ts';
import { render } from '../../../tests/kit/render.tsx';
import { FiguresList } from './figures-list.tsx';
import { FundingList } from './funding-list.tsx';

const figures: BacktestFigures = {
  ...{ startEquity: 1_000, endEquity: 1_009.98, totalReturn: 0.00998, maxDrawdown: 0, sharpe: null, trades: 1, winRate: 1 },
  ...{ profitFactor: null, fees: 0.038, fills: 2 },
};
const payment = (timeMs: number, qty: string, rate: string, amount: string): BacktestFunding => ({
  ...{ timeMs, instrument: 'replay-binance-usdm/BTCUSDT/usdm', qty, price: '105000.5', rate, amount, asset: 'USDT' },
});

it('shows each payment with its position, mark, rate in percent and signed amount', async () => {
  const payments = [payment(0, '0.05', '0.0001', '-0.5250025'), payment(28_800_000, '-0.02', '-0.00003', '-0.063')];
  const page = await render(<FundingList payments={payments} />);
  const text = page.container.textContent ?? '';
  for (const part of ['BTCUSDT', '0.05', '105,000.5', '0.0100%', '0.5250025', 'USDT', '0.02', '0.0030%', '0.063'])
    expect(text).toContain(part);
  await page.close();
});

it('has a figure of funding for runs with perpetuals only', async () => {
  const page = await render(<FiguresList figures={figures} />);
  expect(page.container.textContent).not.toContain('figure.funding');
  await page.update(<FiguresList figures={{ ...figures, funding: null }} />);
  expect(page.container.textContent).not.toContain('figure.funding');
  await page.update(<FiguresList figures={{ ...figures, funding: -12.5 }} />);
  expect(page.container.textContent).toMatch(/figure\.funding.{1,2}12\.50/);
  await page.close();
});
