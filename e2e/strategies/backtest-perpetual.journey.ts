import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { madeSet } from '../../tests/kit/recordings/recorded-sets.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { BacktestPanel } from '../kit/panels/backtest-panel.ts';

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
  await choose(backtest.control('Strategy'), 'Shock grid');

  await test.step('the market of the charts is let go of, by its cross and by keys', async () => {
    const market = backtest.field('instrumentId');
    await expect(market).toHaveValue(/BTC\/USDT/);
    await backtest.panel.getByTitle('Clear').click();
    await expect(market).toHaveValue('');
    await look(page, 'backtest-cleared');
    await market.click();
    await page.getByRole('option', { name: /^BTC\/USDT Aurora/ }).click();
    await expect(market).not.toHaveValue('');
    await market.press('Control+a');
    await market.press('Delete');
    await expect(market).toHaveValue('');
    await market.press('Tab');
    await expect(market).toHaveValue('');
  });
  await test.step('the market is found among those that are only recorded', async () => {
    const market = backtest.field('instrumentId');
    await market.pressSequentially('usdm');
    await page.getByRole('option', { name: /BTCUSDT replay-aurora-usdm · usdm/ }).click();
  });
  await test.step('a leverage that no bracket allows is said beside its field', async () => {
    const grid = { lowPrice: '57000', highPrice: '66000', levels: '30', orderQty: '0.05' };
    for (const [name, value] of Object.entries(grid)) await backtest.field(name).fill(value);
    await backtest.control('Leverage').fill('126');
    await backtest.button('Run').click();
    await expect(backtest.panel.getByText('A whole number from 1 to 125')).toBeVisible();
    await backtest.control('Leverage').fill('50');
    await expect(backtest.panel.getByRole('status').filter({ hasText: 'less than 2.00%' })).toBeVisible();
    await look(page, 'backtest-leverage');
    await backtest.control('Leverage').fill('3');
    await expect(backtest.panel.getByText('positions risk liquidation')).toHaveCount(0);
  });
  await test.step('the run tells what funding cost in all, and every payment', async () => {
    await backtest.run('Perpetual');
    await expect(backtest.figure('Funding')).toHaveText(/^[+−]\d/);
    await look(page, 'backtest-perpetual');
    await backtest.tab('Funding').click();
    await expect(
      backtest.panel
        .getByRole('grid', { name: 'Funding' })
        .getByText(/^20\d\d-\d\d-\d\d 08:00:00$/)
        .first(),
    ).toBeVisible();
    await look(page, 'backtest-funding');
  });
  await test.step('stepped through, a moment tells of its funding', async () => {
    await backtest.button('Step through').click();
    await backtest.control('Only where something happened').check();
    const { steps } = backtest;
    await steps.list
      .getByText(/^(.* · )?Funding( · .*)?$/)
      .first()
      .click();
    await expect(steps.details.getByText(/^[\d: -]+[+−-]?[\d.]+ USDT −?\d\.\d{4}% of [\d.−]+ at [\d,.]+$/).first()).toBeVisible();
    await look(page, 'backtest-steps-funding');
  });
});
