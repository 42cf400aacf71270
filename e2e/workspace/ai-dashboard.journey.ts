import type { Locator, Page } from '@playwright/test';
import type { InstanceView } from '../../schemas/wire/strategy.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { startGrid } from '../kit/grid-instance.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { PanelTable } from '../kit/panels/panel-table.ts';
import { PluginsPage } from '../kit/panels/plugins-page.ts';
import { refuse } from '../kit/refuse.ts';
import { Workspace } from '../kit/workspace.ts';
import { WorkspaceTabs } from '../kit/workspace-tabs.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

/** Somebody at the API, who starts grids. */
class Quant {
  readonly #client = new HttpClient(server.url);

  static async signIn(username: string): Promise<Quant> {
    const quant = new Quant();
    const { password } = server.account(username);
    await quant.#client.signIn(username, password);
    return quant;
  }

  startGrid(name: string, environment: InstanceView['environment']): Promise<InstanceView> {
    return startGrid(this.#client, name, environment);
  }
}

/** The page of the AI dashboard, as somebody comes to it by the menu. */
async function openAiDashboard(page: Page): Promise<Workspace> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'AI Trade' }).click();
  await expect(page).toHaveURL(/\/AIdashboard$/);
  const workspace = new Workspace(page);
  await workspace.show('Running');
  await expect(page.getByRole('grid', { name: 'Running' })).toBeVisible();
  return workspace;
}

/** What is asked above a list before something that cannot be undone. */
const question = (page: Page, name: string | RegExp): Locator => page.getByRole('alertdialog', { name });

const part = (page: Page, name: string): Locator =>
  page.getByRole('tablist', { name: 'Instance details' }).getByRole('tab', { name, exact: true });

test('the AI dashboard is a workspace of its own that stays as its user leaves it, beside those of trading', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const tabs = new WorkspaceTabs(page);
  await tabs.shows(['Trade'], 'Trade');
  const workspace = await openAiDashboard(page);
  await tabs.shows(['Trade', 'AI dashboard'], 'AI dashboard');
  await expect(page).toHaveTitle(/^AI dashboard/);

  await workspace.panelTab('Spreads').hover();
  await workspace.show('Spreads');
  await tabs.saved();
  await page.reload();
  await tabs.shows(['Trade', 'AI dashboard'], 'AI dashboard');
  await expect(page.getByRole('grid', { name: 'Spreads' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Trade', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(tabs.tab('Trade')).toHaveAttribute('aria-pressed', 'true');
  // What is laid out behind another workspace stands in its place when it comes forward.
  await page.setViewportSize({ width: 1500, height: 820 });
  await tabs.tab('AI dashboard').click();
  await expect(page).toHaveURL(/\/AIdashboard$/);
  const place = page
    .locator('.lm_stack')
    .filter({ has: workspace.panelTab('Spreads') })
    .locator('.lm_items');
  const panel = page.locator('[data-panel^="panel-spread-list/"]');
  await expect
    .poll(async () => {
      const [wanted, found] = [await place.boundingBox(), await panel.boundingBox()];
      return [Math.round((found?.x ?? 0) - (wanted?.x ?? 0)), Math.round((found?.y ?? 0) - (wanted?.y ?? 0))];
    })
    .toEqual([0, 0]);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(tabs.tab('Trade')).toHaveAttribute('aria-pressed', 'true');
});

test('a guest who wants the AI dashboard signs in first', async ({ visit }) => {
  const { page } = await visit(server);
  await page.goto('/AIdashboard');
  await expect(page).toHaveURL(/\/login$/);
});

test('an instance is watched, looked into, changed, stopped for good and started like that again', async ({ visitAs }) => {
  const quant = await Quant.signIn('trader3');
  const { page, errors } = await visitAs(server, 'trader3');
  // A refusal of the server, which the browser counts as an error.
  errors.expect(/strategy\/client\/update/);
  const workspace = await openAiDashboard(page);
  await expect(page.getByText('No strategy runs.')).toBeVisible();
  await quant.startGrid('Quiet week', 'test');
  await quant.startGrid('Real week', 'production');
  const running = new PanelTable(page, 'Running');
  await running.has({ Name: 'Quiet week', Environment: 'Paper', Status: 'Trading', Strategy: 'Shock grid' });
  await running.has({ Name: 'Real week', Environment: 'PRODUCTION', Status: 'Trading', Fills: '1' });

  const day = page.getByRole('region', { name: "What today's instances made" });
  await test.step('what they have made together stands below them, real money apart', async () => {
    await expect(day).toBeInViewport({ ratio: 1 });
    await expect(day).toHaveText(/^Today(PRODUCTION[+−]?[\d.]+ USDT|Paper[+−]?[\d.]+ USDT){2}$/);
    await expect(day.locator('[title]').first()).toHaveAttribute('title', /2 running and 0 ended/);
    await expect(running.row('Quiet week').locator('[title="Shock grid"] svg')).toBeVisible();
  });

  await running.row('Quiet week').dblclick();
  await test.step('its fill is painted on the chart, and the chart says so', async () => {
    const chart = page.getByRole('application').filter({ visible: true });
    await expect
      .poll(async () => {
        await chart.blur();
        await chart.focus();
        return chart.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent);
      })
      .toMatch(/; marks: \d+, newest (.*, )?B 0\.\d+ @ [\d,.]+/);
  });
  const details = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(details.getByText('Shock grid')).toBeVisible();
  await test.step('its profit is live, the sum of its parts, and where its curve ends', async () => {
    // All of one frame: figures that are read one after the other are of different moments of the market.
    const figures = (): Promise<Readonly<Record<string, number>>> =>
      details.evaluate((panel) => {
        const numberIn = (text: string | undefined): number => Number(text?.replace('−', '-').replaceAll(/[^0-9.-]/g, ''));
        const named = [...panel.querySelectorAll('dt')].map((dt) => [dt.textContent, numberIn(dt.nextElementSibling?.textContent ?? '')]);
        const curve = panel.querySelector('svg[aria-label^="Profit over"]')?.getAttribute('aria-label');
        return { ...Object.fromEntries(named), curve: numberIn(/now ([−0-9.,]+)/.exec(curve ?? '')?.[1]) };
      });
    const { Profit: profit } = await figures();
    await expect.poll(async () => (await figures()).Profit).not.toBe(profit);
    const { Profit: net = Number.NaN, Realised, Fees, 'Open profit': open, curve } = await figures();
    // Each is rounded by itself.
    expect(Math.abs((Realised ?? Number.NaN) + (open ?? Number.NaN) - (Fees ?? Number.NaN) - net)).toBeLessThan(0.03);
    expect(Math.abs((curve ?? Number.NaN) - net)).toBeLessThan(0.03);
  });
  await test.step('what it keeps in mind and listens to can be looked into', async () => {
    await part(page, 'State').click();
    const state = page.getByRole('tabpanel', { name: 'State' });
    await expect(state.getByText('Price band')).toBeVisible();
    await expect(state.getByRole('button', { name: 'Copy as JSON' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
  });
  await part(page, 'Fills').click();
  await new PanelTable(page, 'Fills').has({ Side: 'Buy', 'Worse (bps)': '0' });
  await expect(page.getByRole('tabpanel', { name: 'Fills' }).getByText('Average delay')).toBeVisible();
  await part(page, 'Log').click();
  const log = new PanelTable(page, 'Log');
  await log.grid.focus();
  await page.keyboard.press('End');
  await log.has({ Event: 'Created' });
  await part(page, 'Positions and orders').click();
  await new PanelTable(page, 'Positions').has({ Market: 'BTC/USDT Aurora' });
  expect(await seriousFindings(page)).toEqual([]);

  await part(page, 'Parameters').click();
  const params = page.getByRole('tabpanel', { name: 'Parameters' });
  await expect(params.getByRole('textbox', { name: 'Lowest price' })).toBeDisabled();
  await expect(params.getByRole('button', { name: 'Nothing changed' })).toBeDisabled();
  await params.getByRole('textbox', { name: 'Take profit' }).fill('1');
  await params.getByRole('button', { name: 'Update 1 field' }).click();
  await expect(params.getByRole('alert')).toContainText('must be above the highest price');
  await params.getByRole('textbox', { name: 'Take profit' }).fill('999999');
  await test.step('an update that fails, or meets another one, is said in the words given for it, and keeps what was typed', async () => {
    for (const [code, terms, sentence] of [
      ['STRATEGY_UPDATE_FAILED', { cause: 'onTimer: it has had enough' }, 'Update Failed: onTimer: it has had enough'],
      ['STRATEGY_UPDATE_PENDING', {}, 'Please cancel update: another change of this instance is still under way'],
      ['SERVER_FAILURE', { requestId: 'r-17' }, 'Operation failed. Something went wrong on our side; reference r-17'],
    ] as const) {
      const allow = await refuse(page, '**/sapi/strategy/client/update', code, terms);
      await params.getByRole('button', { name: 'Update 1 field' }).click();
      await expect(params.getByRole('alert')).toHaveText(sentence);
      await expect(params.getByRole('textbox', { name: 'Take profit' })).toHaveValue('999,999');
      await allow();
    }
  });
  await params.getByRole('button', { name: 'Update 1 field' }).click();
  await expect(workspace.messages.getByText('“Quiet week” is updated.')).toBeVisible();

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(question(page, 'Stop “Quiet week”?')).toContainText('cannot be undone');
  await page.keyboard.press('Escape');
  await expect(question(page, 'Stop “Quiet week”?')).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop for good' }).click();
  await workspace.show('Running');
  await running.shows({ Name: 'Real week' });
  await workspace.show('Instance history');
  const history = new PanelTable(page, 'Instance history');
  await history.has({ Name: 'Quiet week', Environment: 'Paper', Status: 'Stopped' });
  await test.step('the history is narrowed, and says so', async () => {
    const panel = page.locator('[data-panel="panel-strategy-instances/history"]');
    await panel.getByRole('button', { name: 'Filter', exact: true }).click();
    await choose(panel.getByRole('combobox', { name: 'Environment' }), 'PRODUCTION');
    await expect(panel.getByText('No instances match. Clear the filters to see all.')).toBeVisible();
    await choose(panel.getByRole('combobox', { name: 'Environment' }), 'Paper');
    await history.has({ Name: 'Quiet week' });
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    await panel.getByRole('button', { name: 'Filter', exact: true }).click();
  });

  await history.row('Quiet week').hover();
  await history.row('Quiet week').getByRole('button', { name: 'Use its parameters again' }).click();
  await expect(page.getByRole('form', { name: 'Shock grid' }).getByRole('textbox', { name: 'Quantity per line' })).toHaveValue('0.002');

  await workspace.show('Running');
  await running.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(question(page, 'Stop “Real week”?')).toContainText('real money');
  await page.getByRole('button', { name: 'Stop for good' }).click();
  await running.shows();
  await test.step('where nothing runs any more, those that ended stand with what they made, to be started again', async () => {
    await expect(day).toContainText(/Ended within a day.*Real week.*Quiet week.*Today/);
    await expect(day).toBeInViewport({ ratio: 1 });
    await expect(day.getByRole('button', { name: 'Use its parameters again' })).toHaveCount(2);
  });
});

test('the kill switch holds everything until it is released, and accounts are held to limits', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  await openAiDashboard(page);
  await page.getByRole('button', { name: 'Halt all' }).click();
  await expect(page.getByRole('button', { name: 'Let them trade' })).toBeFocused();
  const confirm = page.getByRole('button', { name: 'Halt all now' });
  const danger = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--tessera-danger)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(confirm).toHaveCSS('background-color', danger);
  await confirm.click();
  await expect(page.getByText('All your strategies are halted')).toBeVisible();
  await page.reload();
  await expect(page.getByText('All your strategies are halted')).toBeVisible();
  await page.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('button', { name: 'Release all' }).click();
  await expect(page.getByRole('button', { name: 'Halt all' })).toBeVisible();

  await page.getByRole('button', { name: 'Account limits' }).click();
  const account = page.getByRole('form', { name: 'Aurora', exact: true });
  await account.getByRole('textbox', { name: 'Max orders per minute' }).fill('1.5');
  await expect(account.getByText('A whole number')).toBeVisible();
  await account.getByRole('textbox', { name: 'Max orders per minute' }).fill('30');
  await account.getByRole('button', { name: 'Save limits' }).click();
  await expect(account.getByRole('button', { name: 'Save limits' })).toBeDisabled();
  expect(await seriousFindings(page)).toEqual([]);
});

test('a spread between two exchanges fills the form of the arbitrage with both legs', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader3');
  const workspace = await openAiDashboard(page);
  const spreads = await workspace.table('Spreads');
  // Figures come after the pairs, and the order is looked at once a second; rates go on meanwhile, but not from one end to the other.
  await expect
    .poll(async () => {
      // Pairs that nobody quotes stand at the end, without a rate.
      const rates = (await spreads.read()).map((row) => Number(row['Rate (%)']?.replace('−', '-'))).filter(Number.isFinite);
      return rates.length > 3 && (rates[0] ?? Number.NaN) > (rates.at(-1) ?? Number.NaN);
    })
    .toBe(true);
  await spreads.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Spread arbitrage' });
  await expect(form).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Market' })).toHaveCount(2);
});

test('an administrator who withdraws a strategy is told what goes on, and stops it', async ({ visitAs }) => {
  const trader = await Quant.signIn('trader3');
  await trader.startGrid('Left alone', 'test');
  const { page } = await visitAs(server, 'admin');
  const plugins = new PluginsPage(page);
  await plugins.open();
  await plugins.exclude('strategy-shock-grid');
  const editor = page.getByRole('region', { name: 'Plugins of Trader' });
  const staying = editor.getByRole('list', { name: 'Instances that stay' });
  await expect(staying).toContainText('Left alone');
  await editor.getByRole('button', { name: /^Stop \d+ instances?…$/ }).click();
  await expect(page.getByText('Their orders are taken back, what they hold stays')).toBeVisible();
  await page.getByRole('button', { name: 'Stop them' }).click();
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText(/instances? ha(s|ve) been stopped/);
  await expect(staying).toHaveCount(0);
  await plugins.remove('strategy-shock-grid');
});
