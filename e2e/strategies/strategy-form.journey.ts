import type { Page } from '@playwright/test';
import { languages } from '../../core/client/settings/language.ts';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';
import { seriousFindings } from '../kit/axe.ts';
import { choose } from '../kit/choose.ts';
import { signedIn } from '../kit/guests/guest-packages.ts';
import { expect, test } from '../kit/journey.ts';
import { JourneyServer } from '../kit/journey-server.ts';
import { look } from '../kit/look.ts';
import { ForeignTexts, sticksOut, textIn, textsOn } from '../kit/page-texts.ts';
import { Gallery } from '../kit/panels/gallery.ts';
import { OrderBook } from '../kit/panels/order-book.ts';
import { PanelTable } from '../kit/panels/panel-table.ts';
import { StrategyForm } from '../kit/panels/strategy-form.ts';
import { refuse } from '../kit/refuse.ts';
import { signIn } from '../kit/sign-in.ts';
import { Workspace } from '../kit/workspace.ts';

let server: JourneyServer;

test.beforeAll(async () => {
  server = await JourneyServer.start();
});
test.afterAll(async () => {
  await server.close();
});

const market = 'aurora/BTCUSDT/spot';

/** Params of a grid of ten lines within one percent of the market's price, in whole prices. */
async function gridAround(page: Page): Promise<Readonly<Record<string, string>>> {
  const best = await new OrderBook(page).best('BUY');
  const price = Number(best?.price.replaceAll(',', ''));
  return { lowPrice: String(Math.round(price * 0.985)), highPrice: String(Math.round(price * 1.015)), levels: '8', orderQty: '0.001' };
}

test('a trader is told what is wrong where it is wrong, sees the grid on the chart, and starts it on paper', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader3');
  const form = new StrategyForm(page);
  await form.add();
  await form.choose('Shock grid');
  await expect(form.input('instrumentId')).toHaveValue('BTC/USDT · Aurora');
  await expect(form.field('apiId').getByRole('combobox')).toContainText('Aurora');

  await test.step('empty fields are pointed out, the first has the keyboard', async () => {
    await form.button('Start on paper').click();
    await expect(form.field('lowPrice')).toContainText('Lowest price cannot be empty');
    await expect(form.input('lowPrice')).toBeFocused();
  });
  const grid = await gridAround(page);
  await test.step('a limit of the schema', async () => {
    await form.fill({ ...grid, levels: '500' });
    await expect(form.field('levels')).toContainText('Levels must be at most 200');
    await form.fill({ levels: '8' });
    await expect(form.field('levels')).not.toContainText('must be');
  });
  await test.step('a rule of the strategy itself, before anything is started', async () => {
    await form.fill({ highPrice: '1' });
    await expect(form.field('highPrice')).toContainText('Highest price: must be above the lowest price');
    await form.fill({ highPrice: grid.highPrice ?? '' });
    await expect(form.field('highPrice')).not.toContainText('must be');
  });
  await test.step('the preview', async () => {
    await expect(form.panel.getByText('On the chart: 4 to buy, 4 to sell')).toBeVisible();
  });
  await test.step('the start', async () => {
    await form.input('orderQty').press('Enter');
    await expect(new Workspace(page).messages).toContainText('Shock grid BTC/USDT was started.');
  });
  await test.step('the list of markets says what runs there, and brings its market to the form', async () => {
    errors.expect(/status of 500 .*symbolsubscribe/);
    const allow = await refuse(page, '**/user/symbolsubscribe/list*', 'SERVER_FAILURE', { requestId: 'r-17' });
    const gallery = new Gallery(page);
    await gallery.open();
    await gallery.panel('Strategy symbols').click();
    await gallery.search.press('Escape');
    const panel = page.locator('[data-panel="panel-strategy-symbols/strategy-symbols"]');
    await expect(panel.getByText('Subscription list retrieval failed')).toBeVisible();
    await allow();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByRole('button', { name: 'Show all markets' }).click();
    await panel.getByRole('textbox', { name: 'Search' }).fill('aurora');
    const table = new PanelTable(page, 'Strategy symbols');
    // By name where there is room for it, else by number.
    await expect(table.row('BTC/USDT')).toContainText(/Aurora\s*1|Shock grid BTC\/USDT/);
    await table.row('ETH/USDT').getByRole('button', { name: 'Follow ETHUSDT' }).click();
    await panel.getByRole('button', { name: 'Mine', exact: true }).click();
    await table.has({ Market: 'ETH/USDT Aurora' });
    await table.row('ETH/USDT').click();
    await new Workspace(page).showAny('Strategy form');
    await expect(form.input('instrumentId')).toHaveValue('ETH/USDT · Aurora');
    await expect(form.input('orderQty')).toHaveValue('0.001');
  });
  await test.step('what stood in the form is there after a reload', async () => {
    await page.reload();
    await new Workspace(page).showAny('Strategy form');
    await form.ready();
    await expect(form.input('levels')).toHaveValue('8');
  });
  await test.step('a strategy that is offered no more is named', async () => {
    await page.route('**/sapi/strategy/template', async (route) => {
      const response = await route.fetch();
      const told = (await response.json()) as { readonly data: readonly { readonly strategy: string }[] };
      await route.fulfill({ response, json: { ...told, data: told.data.filter(({ strategy }) => !strategy.includes('grid')) } });
    });
    await page.reload();
    await new Workspace(page).showAny('Strategy form');
    await expect(form.panel.getByText('Unknown Strategy: strategy-shock-grid/shock-grid')).toBeVisible();
    await form.button('All strategies').click();
    await expect(form.list).toBeVisible();
  });
});

test('somebody without an account is asked for one, in the ticket and beside its field in the form', async ({ visit }) => {
  const admin = await signedIn(server, 'admin');
  const made = { username: 'ann.lee', email: null, phone: null, role: 'user', vip_level: 1, vip_until: null, reason: 'a trader' } as const;
  const { password: given } = await admin.call('personCreate', { body: made });
  const password = await new HttpClient(server.url).enter('ann.lee', given);
  const { page } = await visit(server);
  await signIn(page, { username: 'ann.lee', password });
  await expect(page.getByText(/^Please Set Api\. You have no account at \w+ yet\.$/)).toBeVisible();
  await look(page, 'ticket-without-account');
  const form = new StrategyForm(page);
  await form.add();
  await form.choose('Shock grid');
  await expect(form.field('apiId').getByRole('combobox')).toHaveText('Please Set Api');
  await form.button('Start on paper').click();
  await expect(form.field('apiId')).toContainText('Account: Please Set Api');
  await look(page, 'form-without-account');
});

test('a grid is started from the values that it suggests', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader1');
  const form = new StrategyForm(page);
  await form.add();
  await form.choose('Shock grid');
  await expect(form.input('instrumentId')).toHaveValue('BTC/USDT · Aurora');
  const suggested = form.panel.getByRole('region', { name: 'Suggested values' });
  const placeOf = async (): Promise<number> => (await form.field('lowPrice').boundingBox())?.y ?? 0;

  await test.step('each with its reason, in a place that is kept for them, and filling in nothing', async () => {
    await form.fill({ lowPrice: '1' });
    await form.button('Suggest values').focus();
    await page.keyboard.press('Enter');
    await expect(suggested).toBeVisible();
    const place = await placeOf();
    await expect(suggested.getByRole('listitem').filter({ hasText: /^Lowest price/ })).toContainText(
      /now 1 · 14 days' average range \([\d,.]+\) below the price/,
    );
    expect(await placeOf()).toBe(place);
    await expect(form.input('lowPrice')).toHaveValue('1');
    await expect(form.input('highPrice')).toHaveValue('');
    await look(page, 'suggested-values');
    expect(await seriousFindings(page, undefined, '[data-panel^="panel-strategy"]')).toEqual([]);
  });
  await test.step('one fills its field, and goes back to what was typed', async () => {
    await suggested.getByRole('button', { name: /for Lowest price$/ }).press('Enter');
    await expect(form.input('lowPrice')).not.toHaveValue('1');
    await page.keyboard.press('Control+z');
    await expect(form.input('lowPrice')).toHaveValue('1');
  });
  await test.step('in a narrow panel too fields keep their place when they are filled in', async () => {
    const setWidth = (width: string) =>
      form.panel.evaluate((panel, value) => {
        (panel as HTMLElement).style.width = value;
      }, width);
    await setWidth('200px');
    const place = await placeOf();
    await suggested.getByRole('button', { name: /for Lowest price$/ }).press('Enter');
    await expect(suggested.getByRole('status')).toContainText('Filled in: 1');
    expect(await placeOf()).toBe(place);
    await page.keyboard.press('Control+z');
    await setWidth('');
  });
  await test.step('all of them make a grid, with what it earns after the fees of the account', async () => {
    await suggested.getByRole('button', { name: 'Use all' }).press('Enter');
    await expect(form.input('highPrice')).not.toHaveValue('');
    await expect(form.panel.getByText(/On the chart: \d+ to buy, \d+ to sell/)).toBeVisible();
    await expect(form.panel.getByText(/^[\d.,]+ to [\d.,]+ USDT after fees/)).toBeVisible();
    await expect(form.panel.getByText(/maker, .* taker, yours/)).toBeVisible();
    await look(page, 'suggested-grid');
  });
  await test.step('what a server has against the start is said above the button, beside the field that it is of, and loses nothing', async () => {
    errors.expect(/status of 4(04|22) .*strategy\/client\/start/);
    const highest = await form.input('highPrice').inputValue();
    for (const [code, terms, sentence] of [
      ['STRATEGY_START_FAILED', { cause: 'start: it does not want to' }, 'Start Failed: start: it does not want to'],
      ['STRATEGY_UNKNOWN', { strategy: 'strategy-x/x' }, 'Start Failed: Unknown Strategy: strategy-x/x'],
      ['STRATEGY_UNKNOWN_PAIR', { instrument: market }, `Start Failed: Market: Unknown Pair: ${market}`],
    ] as const) {
      const allow = await refuse(page, '**/sapi/strategy/client/start', code, terms);
      await form.button('Start on paper').click();
      await expect(form.panel.getByRole('alert').filter({ hasText: 'Start Failed' })).toHaveText(sentence);
      await allow();
    }
    await expect(form.field('instrumentId')).toContainText(`Market: Unknown Pair: ${market}`);
    await expect(form.input('highPrice')).toHaveValue(highest);
    await look(page, 'start-refused');
  });
  await test.step('the start', async () => {
    await form.button('Start on paper').click();
    await expect(new Workspace(page).messages).toContainText('Shock grid BTC/USDT was started.');
  });
});

test('real orders are asked about, and start templates are kept, deleted and brought back', async ({ visitAs }) => {
  const { page } = await visitAs(server, 'trader2');
  const form = new StrategyForm(page);
  await form.add();
  await form.choose('Shock grid');
  await form.fill(await gridAround(page));
  await form.panel.getByLabel('Name', { exact: true }).fill('Night grid');
  await choose(form.panel.getByLabel('Environment'), 'Production');

  await test.step('templates', async () => {
    await form.button('Start templates').click();
    const templates = form.panel.getByRole('region', { name: 'Start templates' });
    await templates.getByRole('textbox').fill('Calm nights');
    await templates.getByRole('button', { name: 'Save' }).click();
    await templates.getByRole('button', { name: 'Delete Calm nights' }).click();
    await templates.getByRole('button', { name: 'Undo' }).click();
    await form.fill({ levels: '3' });
    await templates.getByRole('button', { name: /^Calm nights/ }).click();
    await expect(form.input('levels')).toHaveValue('8');
    await expect(form.panel.getByLabel('Name', { exact: true })).toHaveValue('Night grid');
  });
  await test.step('keeping it is the way out of the question', async () => {
    await expect(form.panel.getByText('On the chart: ')).toBeVisible();
    await form.button('Start in production').click();
    const question = page.getByRole('dialog', { name: 'Start with real orders?' });
    await expect(question).toContainText('Night grid will place orders in your account at once.');
    await question.getByRole('button', { name: 'Do not start' }).click();
    await expect(question).toHaveCount(0);
  });
  await test.step('its orders stand in the market', async () => {
    await form.button('Start in production').click();
    await page.getByRole('dialog', { name: 'Start with real orders?' }).getByRole('button', { name: 'Start', exact: true }).click();
    await expect(new Workspace(page).messages).toContainText('Night grid was started.');
    const orders = await new Workspace(page).table('Open orders');
    await expect.poll(async () => (await orders.read()).length).toBeGreaterThan(3);
  });
});

test('a strategy that is locked can be looked at, and is refused by the server', async ({ visitAs }) => {
  const { page, errors } = await visitAs(server, 'trader0');
  const form = new StrategyForm(page);
  await form.add();
  await expect(form.list.getByRole('button', { name: 'Shock grid' })).toContainText('Locked · VIP 1');
  await form.choose('Shock grid');
  await expect(form.panel.getByText('Locked · VIP 1')).toBeVisible();
  await expect(form.button('Locked')).toBeDisabled();
  const fields = form.panel.locator('[data-field]').locator('input, select');
  await expect(fields.first()).toBeVisible();
  await expect.poll(() => fields.evaluateAll((all) => all.every((one) => one.matches(':disabled')))).toBe(true);
  errors.expect(/403.*strategy\/client\/start/);
  const answer = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token?: string };
    const body = JSON.stringify({ strategy: 'strategy-shock-grid/shock-grid', name: 'Try', params: {} });
    const headers = { authorization: token ?? '', 'content-type': 'application/json' };
    const reply = await fetch('/sapi/strategy/client/start', { method: 'POST', headers, body });
    return ((await reply.json()) as { msg: string }).msg;
  });
  expect(answer).toContain('VIP');
});

const places = [
  ['dark', 1366, 768],
  ['light', 2560, 1440],
] as const;

for (const language of languages) {
  test(`the form in ${language} fits its place in both themes, with words of that language only`, async ({ visitIn }) => {
    const foreign = new ForeignTexts(language);
    const { page } = await visitIn(server, 'trader1', language);
    await page.goto('/AIdashboard');
    // Signs are as wide in the one Chinese as in the other.
    for (const [theme, width, height] of language === 'zh-TW' ? places.slice(0, 1) : places) {
      await page.setViewportSize({ width, height });
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      const form = new StrategyForm(page);
      const list = form.panel.getByRole('list', { name: textIn(language, 'plugins/panel-strategy-form', 'list') });
      const open = form.panel.locator('[data-field]').first();
      await expect(list.or(open).first()).toBeVisible();
      if (await list.isVisible()) await list.getByRole('button').nth(3).click();
      await expect(open).toBeVisible();
      await form.button(textIn(language, 'plugins/panel-strategy-form', 'suggest')).click();
      await expect(form.panel.getByRole('status').first()).toBeVisible();
      await look(page, `form-${language}-${theme}`);
      expect(foreign.among(await textsOn(page)), 'keys and words of other languages').toEqual([]);
      expect(await sticksOut(page)).toEqual([]);
      if (language === languages[0]) expect(await seriousFindings(page, undefined, '[data-panel^="panel-strategy"]')).toEqual([]);
      const fields = form.panel.locator('[data-field]');
      const wide = () => fields.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
      await expect.poll(wide, 'fields that are wider than their place').toBe(0);
    }
  });
}
