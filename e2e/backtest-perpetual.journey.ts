import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { madeSet } from '../tests/kit/recorded-sets.ts';
import { BacktestPanel } from './kit/backtest-panel.ts';
import { expect, test } from './kit/journey.ts';
import { JourneyServer } from './kit/journey-server.ts';

const recordings = ['candles/aurora_usdm/1h/BTCUSDT.csv.gz', 'funding/aurora_usdm/BTCUSDT.csv.gz'];

let folder: string;
let server: JourneyServer;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-recorded-'));
  for (const path of recordings) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(madeSet.folder, path), join(folder, path));
  }
  server = await JourneyServer.start({ replay: folder });
});
test.afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a quant tests a grid on a recorded perpetual with a leverage, and sees what its funding cost', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const backtest = new BacktestPanel(page);
  await backtest.add();
  await expect(backtest.panel.getByText('Runs are kept here.')).toBeVisible();
  await backtest.control('Strategy').selectOption({ label: 'Shock grid' });

  await test.step('the market is found among those that are only recorded', async () => {
    const market = backtest.field('instrumentId');
    await expect(market).toHaveValue(/BTC\/USDT/);
    await market.press('Control+a');
    await market.pressSequentially('usdm');
    await page.getByRole('option', { name: /BTCUSDT replay-aurora-usdm · usdm/ }).click();
  });
  await test.step('a leverage that no bracket allows is said beside its field', async () => {
    const grid = { lowPrice: '57000', highPrice: '66000', levels: '30', orderQty: '0.05' };
    for (const [name, value] of Object.entries(grid)) await backtest.field(name).fill(value);
    await backtest.control('Leverage').fill('126');
    await backtest.button('Run').click();
    await expect(backtest.panel.getByText('A whole number from 1 to 125')).toBeVisible();
    await backtest.control('Leverage').fill('3');
  });
  await test.step('the run tells what funding cost in all, and every payment', async () => {
    await backtest.run('Perpetual');
    await expect(backtest.figure('Funding')).toHaveText(/^[+−]\d/);
    await page.screenshot({ path: 'test-results/backtest-perpetual.png' });
    await backtest.tab('Funding').click();
    await expect(
      backtest.panel
        .getByRole('grid', { name: 'Funding' })
        .getByText(/^20\d\d-\d\d-\d\d 08:00:00$/)
        .first(),
    ).toBeVisible();
    await page.screenshot({ path: 'test-results/backtest-funding.png' });
  });
});
