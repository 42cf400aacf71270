import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { languages } from '../../core/client/settings/language.ts';
import { seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { BacktestPanel } from '../kit/panels/backtest-panel.ts';
import { OrderBook } from '../kit/panels/order-book.ts';
import { StrategyForm } from '../kit/panels/strategy-form.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

/** Once the book has come. */
async function priceOf(page: Page): Promise<number> {
  const read = async () => Number((await new OrderBook(page).best('BUY'))?.price.replaceAll(',', '') ?? 0);
  await expect.poll(read).toBeGreaterThan(0);
  return read();
}

test('a quant tests a grid on the house’s own candles, sweeps it, compares, and takes the best to the strategy form', async ({
  visitAs,
}) => {
  test.slow();
  const { page } = await visitAs(server, 'trader3');
  const backtest = new BacktestPanel(page);
  const price = await priceOf(page);
  await backtest.add();
  await expect(backtest.panel.getByText('Runs are kept here.')).toBeVisible();
  const header = page.locator('.lm_maximised > .lm_header');
  const place = await header.boundingBox();

  await test.step('a form that is not complete says how many fields need attention', async () => {
    await choose(backtest.control('Strategy'), 'Shock grid');
    await backtest.button('Run').click();
    await expect(backtest.panel.getByRole('alert')).toContainText('3 fields need your attention.');
    const first = backtest.panel.locator('[aria-invalid="true"]').first();
    await expect(first).toBeFocused();
    await expect(first).toBeInViewport({ ratio: 1 });
  });
  await test.step('a run shows figures, curve, verdict and every fill', async () => {
    await backtest.setGrid(price, '30');
    await backtest.button('Last 7 d').click();
    await backtest.run('Seven days');
    await expect(backtest.figure('Return')).toHaveText(/^[+−]?\d+\.\d\d%$/);
    await expect(backtest.panel.getByText('No look ahead: the same orders with the future cut off at 5 moments.')).toBeVisible();
    await expect(backtest.panel.getByRole('img', { name: /net value from 100,000\.00/ })).toBeVisible();
    await backtest.tab('Trades').click();
    await expect(backtest.panel.getByRole('grid', { name: 'Trades' }).getByText('Buy').first()).toBeVisible();
  });
  await test.step('the run is stepped through: moment by moment, from action to action, with what the strategy knew', async () => {
    await backtest.button('Step through').click();
    const { steps } = backtest;
    await steps.at(0);
    await page.keyboard.press('ArrowRight');
    await steps.at(1);
    await steps.list.getByText('3', { exact: true }).click();
    await steps.at(3);
    await page.keyboard.press('ArrowRight');
    await steps.at(4);
    await page.keyboard.press('Shift+ArrowRight');
    await steps.at(14);
    await page.keyboard.press('n');
    await expect(steps.details).not.toContainText(/#14\b/);
    await expect(steps.details.getByText(/^→ (Buy|Sell) [\d.]+ at [\d,.]+ · /).first()).toBeVisible();
    await expect(steps.details.getByText('State after it')).toBeVisible();
    await expect(steps.details.locator('button[aria-expanded]').first()).toBeVisible();
    let marked = await steps.number();
    await steps.follows();
    for (const height of [560, 1000, 900]) {
      await page.setViewportSize({ width: 1440, height });
      await page.keyboard.press('n');
      await expect.poll(() => steps.number()).toBeGreaterThan(marked);
      marked = await steps.number();
      await steps.follows();
    }
    const fill = steps.details.getByText(/^[\d:. -]+(Buy|Sell) [\d.]+ @ [\d,.]+ fee [\d.]+ [A-Z]+ · (Maker|Taker)$/);
    await expect(fill.first()).toBeVisible();
    await page.keyboard.press('p');
    await expect.poll(() => steps.number()).toBeLessThan(marked);
    const before = await steps.number();
    await page.keyboard.press('p');
    await expect.poll(() => steps.number()).toBeLessThan(before);
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await steps.at(marked);
    await backtest.control('Go to a time (UTC)').fill('2099-01-01T00:00:00');
    await backtest.control('Go to a time (UTC)').press('Enter');
    await expect(backtest.button('Later')).toBeDisabled();
    expect(await steps.number()).toBeGreaterThan(marked);
    await look(page, 'backtest-steps');
    await backtest.button('Back to the result').click();
    await expect(backtest.tab('Trades')).toBeVisible();
  });
  await test.step('a sweep over two fields is a map whose cell fills the form', async () => {
    await choose(backtest.control('What to do'), 'Parameter sweep');
    await backtest.button('Add a field').click();
    await choose(backtest.control('Field 1'), 'Levels');
    await backtest.control('Values').first().fill('20:40:10');
    await backtest.button('Add a field').click();
    await choose(backtest.control('Field 2'), 'Quantity per line');
    await backtest.control('Values').nth(1).fill('0.02, 0.04');
    await backtest.run('Sweep', 'Run the sweep');
    const cell = backtest.panel.getByRole('button', { name: /^Levels 40, Quantity per line 0\.02: / });
    await cell.click();
    await expect(backtest.field('levels')).toHaveValue('40');
    await expect(backtest.field('orderQty')).toHaveValue('0.02');
    await expect(backtest.control('What to do')).toHaveText('One run');
  });
  await test.step('a walk forward shows the curve over data that no choice has seen', async () => {
    await choose(backtest.control('What to do'), 'Walk forward');
    await backtest.button('Add a field').click();
    await choose(backtest.control('Field 1'), 'Levels');
    await backtest.control('Values').first().fill('20, 30');
    await backtest.run('Walk', 'Walk forward');
    const curve = backtest.panel.getByRole('img', { name: /^Out of sample, .+: net value from 100,000\.00 to / });
    await expect(curve.locator('canvas')).toBeVisible();
    const saved = page.waitForEvent('download');
    await backtest.button('Report (HTML)').click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('Walk.html');
    const report = readFileSync(await file.path(), 'utf8');
    expect(report).toMatch(/<h2>Walk forward<.+<th>Levels<\/th>/s);
    expect(report).toMatch(/<dt>Market<\/dt><dd>BTC\/USDT Aurora<.+<dt>Levels<\/dt><dd>20, 30</s);
    expect(report, 'no key and no id stands for a name').not.toMatch(/shock-grid|instrumentId|aurora\/BTCUSDT/);
    await look(page, 'backtest-walk');
    await expect.poll(() => header.boundingBox(), { message: 'fields that came into view moved the maximised stack' }).toEqual(place);
    await choose(backtest.control('What to do'), 'One run');
  });
  await test.step('two runs stand side by side', async () => {
    await backtest.button('Back to the runs').click();
    for (const name of ['Seven days', 'Sweep']) await backtest.runs.row(name).getByRole('checkbox').click();
    await expect(backtest.panel.getByRole('img', { name: /^Growth of the runs: Seven days: .+, Sweep: / })).toBeVisible();
    await backtest.button('Clear the choice').click();
  });
  await test.step('a run is renamed, deleted and brought back', async () => {
    await backtest.runs.row('Seven days').hover();
    await backtest.runs.row('Seven days').getByRole('button', { name: 'Rename' }).click();
    const naming = backtest.panel.locator('section').last().getByRole('textbox', { name: 'Name' });
    await naming.fill('A week');
    await naming.press('Enter');
    await backtest.runs.has({ Name: 'A week', Status: 'Done' });
    await backtest.runs.row('A week').hover();
    await backtest.runs.row('A week').getByRole('button', { name: 'Delete' }).click();
    await expect(backtest.runs.row('A week')).toHaveCount(0);
    await new Workspace(page).messages.getByRole('button', { name: 'Undo' }).click();
    await backtest.runs.has({ Name: 'A week', Status: 'Done' });
  });
  await test.step('a long run shows its progress and is called off', async () => {
    await backtest.button('All').click();
    await backtest.control('Name').fill('Long');
    await backtest.button('Run').click();
    await expect(backtest.panel.getByRole('progressbar', { name: 'Long' })).toBeVisible();
    await backtest.panel.locator('section').last().getByRole('button', { name: 'Cancel' }).click();
    await expect(backtest.panel.getByText('It was called off before it ended.')).toBeVisible();
    await backtest.button('Back to the runs').click();
    await backtest.runs.has({ Name: 'Long', Status: 'Canceled' });
  });
  await test.step('the form is there after a reload, and the run’s params go to the strategy form', async () => {
    await page.reload();
    await expect(backtest.field('levels')).toHaveValue('40');
    await backtest.runs.row('A week').getByText('A week').click();
    await backtest.button('Start with these params').click();
    await expect(new StrategyForm(page).input('levels')).toHaveValue('30');
  });
});

test('a strategy that is locked is shown, and cannot be tested', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader0');
  const backtest = new BacktestPanel(page);
  await backtest.add();
  await expect(backtest.panel.getByText(/^Locked: needs VIP \d$/)).toBeVisible();
  await expect(backtest.button('Run')).toBeDisabled();
});

const places = [
  ['dark', 1366, 768],
  ['light', 2560, 1440],
] as const;

for (const language of languages) {
  test(`backtests in ${language} fit their place in both themes, with words of that language only`, async ({ visitAs, visitIn }) => {
    const foreign = new ForeignTexts(language);
    const isFirst = language === languages[0];
    const { page } = isFirst ? await visitAs(server, 'trader2') : await visitIn(server, 'trader2', language);
    const backtest = new BacktestPanel(page);
    if (isFirst) {
      const price = await priceOf(page);
      await backtest.add();
      await backtest.setGrid(price, '20');
      await backtest.button('Last 1 d').click();
      await backtest.run('1');
      await backtest.button('Back to the runs').click();
    } else await page.goto('/dashboard');
    // Signs are as wide in the one Chinese as in the other.
    for (const [theme, width, height] of language === 'zh-TW' ? places.slice(0, 1) : places) {
      await page.setViewportSize({ width, height });
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      await backtest.panel.getByRole('grid').getByText('1', { exact: true }).first().click();
      await expect(backtest.panel.locator('canvas')).toBeVisible();
      await look(page, `backtest-${language}-${theme}`);
      expect(foreign.among(await textsOn(page)), 'keys and words of other languages').toEqual([]);
      expect(await sticksOut(page)).toEqual([]);
      if (isFirst) expect(await seriousFindings(page, undefined, '[data-panel^="panel-backtest"]')).toEqual([]);
      await backtest.button(textIn(language, 'plugins/panel-backtest', 'steps.step')).click();
      await expect(backtest.panel.locator('button[aria-expanded]').first()).toBeVisible();
      await page.keyboard.press('n');
      await expect(backtest.panel.getByText('#1 ')).toBeVisible();
      await expect(backtest.panel.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(backtest.panel.locator('canvas')).toBeVisible();
      await look(page, `backtest-steps-${language}-${theme}`);
      expect(foreign.among(await textsOn(page)), 'keys and words of other languages, step by step').toEqual([]);
      expect(await sticksOut(page)).toEqual([]);
      if (isFirst) expect(await seriousFindings(page, undefined, '[data-panel^="panel-backtest"]')).toEqual([]);
      await backtest.button(textIn(language, 'plugins/panel-backtest', 'steps.back')).click();
      await backtest.button(textIn(language, 'plugins/panel-backtest', 'toList')).click();
    }
  });
}
