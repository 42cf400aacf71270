import { observable, runInAction } from 'mobx';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import ui from '../../../locales/en/ui.json' with { type: 'json' };
import { type Rendered, render, stillServices } from '../../../tests/kit/render.tsx';
import { accepted } from '../../contract/app-error.ts';
import type { Documents, Markets, Ticker } from '../../contract/client-services.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { InstrumentStrip } from './instrument-strip.tsx';

let page: Rendered | undefined;
afterEach(() => page?.close());

const instrument = {
  id: 'aurora/BTCUSDT/spot',
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  exchange: 'aurora',
  tick: '0.01',
} as Instrument;
const quoted = {
  bid: '61231.6',
  ask: '61231.7',
  last: '61231.65',
  open24h: '61000',
  high24h: '61853.6',
  low24h: '60675.03',
  volume24h: '1234.5',
  quoteVolume24h: '75612345',
};
const ticker = observable.box<Ticker | null>(null, { deep: false });
const watched = { tickers: 0, indexes: 0 };
const markets = {
  ticker: () => ticker.get(),
  index: () => ({ price: '61230.1', stale: false, base: 'BTC', quote: 'USDT', sources: [] }),
  watchTickers: () => {
    watched.tickers++;
    return () => watched.tickers--;
  },
  watchIndexes: () => {
    watched.indexes++;
    return () => watched.indexes--;
  },
  exchangeTitle: () => 'Aurora',
} as unknown as Markets;
const starred: string[] = [];
const documents = {
  open: () => ({
    loaded: Promise.resolve(accepted(null)),
    content: null,
    change: ({ ids }: { ids: readonly string[] }) => starred.push(...ids),
    onChange: () => () => undefined,
    close: () => undefined,
  }),
} as unknown as Documents;

const show = async (visible = true): Promise<void> => {
  ticker.set(quoted as unknown as Ticker);
  page = await render(<InstrumentStrip instrument={instrument} markets={markets} documents={documents} visible={visible} />, { ui });
};
const moves = (last: string): Promise<void> => act(async () => runInAction(() => ticker.set({ ...quoted, last } as unknown as Ticker)));
const price = (): HTMLElement => (page as Rendered).container.querySelector('[role=img]') as HTMLElement;

it('says a market, its exchange and its day at a glance', async () => {
  await show();
  expect((page as Rendered).container.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('BTC/USDT Aurora');
  const text = (page as Rendered).container.textContent ?? '';
  for (const part of ['61,231.65', '+231.65', '+0.38%', '61,853.60', '60,675.03', '1.23K', '75.6M', '61,230.10'])
    expect(text).toContain(part);
});

it('gives the last price the colour of its last move, until it moves again', async () => {
  await show();
  const tone = (): string => price().firstElementChild?.className ?? '';
  const still = tone();
  await moves('61232');
  const up = tone();
  await moves('61231');
  expect(new Set([still, up, tone()]).size).toBe(3);
  await moves('61232');
  expect(tone()).toBe(up);
  expect(price().getAttribute('aria-label')).toBe('Last price 61,232.00');
});

it('stars the market', async () => {
  await show();
  await act(async () => (page as Rendered).container.querySelector('button')?.click());
  expect(starred).toEqual(['aurora/BTCUSDT/spot']);
});

it('follows nothing behind another tab', async () => {
  await show(false);
  expect(watched).toEqual({ tickers: 0, indexes: 0 });
});

it('is grey while its prices are not known to hold, with their age in the place of the exchange and nothing moved', async () => {
  const silentFor = observable.box<number | null>(null);
  const prices = { ...stillServices.prices, ofExchange: (exchange: string) => (exchange === 'aurora' ? silentFor.get() : null) };
  ticker.set(quoted as unknown as Ticker);
  const strip = <InstrumentStrip instrument={instrument} markets={markets} documents={documents} visible />;
  page = await render(strip, { ui }, { ...stillServices, prices });
  const { container } = page;
  const grey = (): readonly (string | null)[] => [...container.querySelectorAll('[data-old]')].map(({ textContent }) => textContent);
  const name = (): string | null | undefined => container.querySelector('[title="aurora/BTCUSDT/spot"]')?.textContent;
  expect([grey(), name()]).toEqual([[], 'BTC/USDTAurora']);
  await act(async () => runInAction(() => silentFor.set(7)));
  expect(name()).toBe('BTC/USDT7 s old');
  expect(grey()).toEqual([
    '61,231.65',
    '+231.65 +0.38%',
    '61,853.60',
    '60,675.03',
    '1.23K',
    '75.6M',
    expect.stringMatching(/^61,230\.10 /),
  ]);
  expect(container.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('BTC/USDT Aurora');
  await act(async () => runInAction(() => silentFor.set(null)));
  expect([grey(), name()]).toEqual([[], 'BTC/USDTAurora']);
});
