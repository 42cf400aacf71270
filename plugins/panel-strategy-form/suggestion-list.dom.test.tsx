import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flatTexts } from '../../app/i18n/flat-texts.ts';
import { FakeApi } from '../../core/client/testing/fake-api.ts';
import { refused } from '../../core/contract/app-error.ts';
import type { ChartSurface } from '../../core/contract/chart.ts';
import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import gridTexts from '../strategy-shock-grid/locales/en.json';
import { Params } from '../strategy-shock-grid/params.ts';
import { FormStore } from './form-store.ts';
import formTexts from './locales/en.json';
import { PreviewCount, PreviewFigures } from './preview-figures.tsx';
import { previewOverlay } from './preview-overlay.ts';
import type { Services } from './requires.ts';
import { SuggestionList } from './suggestion-list.tsx';

const grid = flatTexts(gridTexts);
const template = {
  strategy: 'strategy-shock-grid/shock-grid',
  plugin: 'strategy-shock-grid',
  schema: Params,
  locked: false,
} as StrategyTemplate;
const market = 'aurora/BTCUSDT/spot';
const why = { days: 14, value: '2700' };
const suggestions = {
  values: [
    { field: 'lowPrice', value: '92400', key: 'suggest.lowPrice', params: why },
    { field: 'highPrice', value: '97800', key: 'suggest.highPrice', params: why },
    { field: 'levels', value: 10, key: 'suggest.levels', params: { value: '500', fee: '0.1%' } },
  ],
  lack: null,
};
const reply = { problem: null, lines: [], figures: [], suggestions };

let page: Rendered;
let api: FakeApi;
let store: FormStore;
let services: Services;
beforeEach(async () => {
  api = new FakeApi({ strategyPreview: () => reply });
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'strategy-shock-grid': grid,
    'panel-strategy-form': formTexts,
  };
  services = {
    api,
    documents: { open: () => ({ loaded: new Promise(() => undefined), change: () => undefined, close: () => undefined }) },
    strategies: { template: () => template, preview: null },
    texts: {
      t: (namespace: string, key: string) => words[namespace]?.[key] ?? key,
      errorText: ({ code }: { readonly code: string }) => `text of ${code}`,
    },
  } as unknown as Services;
  store = new FormStore(services);
  store.choose(template.strategy);
  store.setParams({ instrumentId: market, apiId: 1, lowPrice: '90000', levels: 10 }, []);
  page = await render(<SuggestionList services={services} store={store} template={template} />, {
    'strategy-shock-grid': grid,
    'panel-strategy-form': formTexts,
  });
});
afterEach(() => page.close());

const button = (name: string): HTMLButtonElement => {
  const found = [...page.container.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found;
};
const isIdle = (name: string): boolean => button(name).getAttribute('aria-disabled') === 'true';
const press = (name: string) => act(async () => button(name).click());
const text = (): string => page.container.textContent ?? '';

describe('suggested values in the form of a strategy', () => {
  it('are asked for with what stands in the form, and shown with their reasons beside it, filling in nothing', async () => {
    expect(text()).toBe('Suggest values');
    await press('Suggest values');
    expect(api.calls.at(-1)?.body).toMatchObject({
      strategy: template.strategy,
      suggest: true,
      params: { instrumentId: market, lowPrice: '90000' },
    });
    const rows = [...page.container.querySelectorAll('li')].map((row) => row.textContent);
    expect(rows[0]).toBe("Lowest price92,400Usenow 90,000 · 14 days' average range (2,700) below the price");
    expect(rows[1]).toBe("Highest price97,800Use14 days' average range (2,700) above the price");
    expect(store.params).toEqual({ instrumentId: market, apiId: 1, lowPrice: '90000', levels: 10 });
  });

  it('are filled in one by one or all at once, and what stood there comes back', async () => {
    await press('Suggest values');
    expect(isIdle('Use 10 for Levels')).toBe(true);
    expect(isIdle('Undo')).toBe(true);
    await press('Use 92,400 for Lowest price');
    expect(store.params).toMatchObject({ lowPrice: '92400', levels: 10 });
    expect(store.params.highPrice).toBeUndefined();
    await press('Undo');
    expect(store.params).toMatchObject({ lowPrice: '90000' });
    await press('Use all');
    expect(store.params).toMatchObject({ lowPrice: '92400', highPrice: '97800', levels: 10 });
    expect(page.container.querySelector('[role="status"]')?.textContent).toBe('Filled in: 2. Undo brings back what stood there.');
    expect(isIdle('Use all')).toBe(true);
  });

  it('are taken back by Ctrl+Z as well, without what was typed elsewhere since', async () => {
    await press('Suggest values');
    await press('Use all');
    await act(async () => store.setParams({ ...store.params, orderQty: '0.5' }, []));
    // The button that was pressed has the keyboard still.
    expect(button('Use all').disabled).toBe(false);
    await act(async () => button('Use all').dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true })));
    expect(store.params).toMatchObject({ lowPrice: '90000', orderQty: '0.5' });
    expect(store.params.highPrice).toBeUndefined();
  });

  it('say what is lacking, that there are none, or why they did not come', async () => {
    api.handlers.strategyPreview = () => ({
      ...reply,
      suggestions: { values: [], lack: { key: 'suggest.fewDays', params: { days: 3, needed: 7 } } },
    });
    await press('Suggest values');
    expect(text()).toContain('Only 3 days of this market are known; a range needs 7.');
    expect(isIdle('Use all')).toBe(true);
    api.handlers.strategyPreview = () => ({ ...reply, suggestions: null });
    await press('Suggest values');
    expect(text()).toContain('This strategy suggests no values.');
    api.handlers.strategyPreview = () => refused('CLIENT_OFFLINE');
    await press('Suggest values');
    expect(text()).toContain('text of CLIENT_OFFLINE');
  });

  it('are none of another market, and go when they are closed', async () => {
    await press('Suggest values');
    await act(async () => store.setParams({ ...store.params, instrumentId: 'aurora/ETHUSDT/spot' }, []));
    expect(page.container.querySelectorAll('li')).toHaveLength(0);
    expect(text()).toContain('ask again');
    await press('Close');
    expect(text()).toBe('Suggest values');
  });
});

it('says what follows from the params, with a warning where there is one', async () => {
  store.showFigures([
    { title: 'figures.profit', key: 'figures.loss', params: { price: '-0.1998', quote: 'USDT', rate: '-0.4%' }, warns: true },
    { title: 'figures.fees', key: 'figures.ownFees', params: { maker: '0.1%', taker: '0.1%' }, warns: false },
  ]);
  await page.update(<PreviewFigures store={store} template={template} />);
  const said = [...page.container.querySelectorAll('dd')].map((one) => [one.textContent, one.dataset.warns]);
  expect(said).toEqual([
    ['−0.1998 USDT on the dearest line (-0.4%): it earns no more than its fees', 'true'],
    ['0.1% maker, 0.1% taker, yours', undefined],
  ]);
});

it('says how many orders the params would place, and that they are on the chart only where a chart in sight shows that market', async () => {
  const line = { instrument: market, price: '90000', qty: '1', key: null } as const;
  store.showLines([
    { ...line, side: 'BUY' },
    { ...line, side: 'SELL' },
    { ...line, side: 'BUY' },
  ]);
  await page.update(<PreviewCount store={store} />);
  expect(text()).toBe('Would place: 2 to buy, 1 to sell');
  const attach = (instrumentId: string) =>
    previewOverlay.attach?.({ instrumentId, setPriceLines: () => undefined } as unknown as ChartSurface, services);
  const stops = [attach('aurora/ETHUSDT/spot')];
  await act(async () => undefined);
  expect(text()).toBe('Would place: 2 to buy, 1 to sell');
  await act(async () => stops.push(attach(market)));
  expect(text()).toBe('On the chart: 2 to buy, 1 to sell');
  await act(async () => {
    for (const stop of stops) void stop?.();
  });
  expect(text()).toBe('Would place: 2 to buy, 1 to sell');
});
