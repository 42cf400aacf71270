import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accepted } from '../../core/contract/app-error.ts';
import type { PanelConfig, PanelProps } from '../../core/contract/panel.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import texts from './locales/en.json' with { type: 'json' };
import { Panel } from './markets-panel.tsx';
import type { requires } from './requires.ts';

const marketCount = 5_000;
const instruments: readonly Instrument[] = Array.from({ length: marketCount }, (_, at) => {
  const [exchange, base] = [`exchange${at % 5}`, `L${String(Math.floor(at / 5)).padStart(4, '0')}`];
  const symbol = `${base}USDT`;
  return {
    id: `${exchange}/${symbol}/spot`,
    exchange,
    symbol,
    base,
    quote: 'USDT',
    accountType: 'spot',
    tick: '0.01',
    lot: '0.001',
  } as Instrument;
});

let page: Rendered;
let said: string[];
let config: PanelConfig;

beforeEach(() => {
  said = [];
  config = {};
});
afterEach(() => page.close());

const services = {
  api: { call: async () => accepted([]) },
  documents: {
    open: () => ({
      loaded: Promise.resolve(accepted(null)),
      content: null,
      change: ({ ids }: { ids: readonly string[] }) => said.push(`favourites ${ids}`),
      onChange: () => () => undefined,
      close: () => undefined,
    }),
  },
  markets: {
    instruments,
    loading: false,
    ticker: () => ({ last: '101', open24h: '100', high24h: '102', low24h: '99', volume24h: '5', quoteVolume24h: '500' }),
    watchTickers: () => () => undefined,
    index: () => null,
    watchIndexes: () => () => undefined,
    exchangeTitle: (exchange: string) => exchange,
  },
  workspace: {
    activeKey: 'exchange0/L0000USDT/spot',
    openTab: (id: string) => said.push(`open ${id}`),
    replaceTab: (from: string, to: string) => said.push(`replace ${from} by ${to}`),
    setGroupInstrument: (group: string, id: string) => said.push(`${group} ${id}`),
  },
} as unknown as PanelProps<typeof requires>['services'];

const panel = () => (
  <Panel
    panelId="1"
    services={services}
    config={config}
    updateConfig={(patch) => {
      config = { ...config, ...patch };
    }}
    linkGroup="blue"
    instrumentId="exchange0/L0000USDT/spot"
    visible={true}
  />
);
const show = async (given: PanelConfig = {}): Promise<void> => {
  config = given;
  page = await render(panel(), { 'panel-markets': texts });
};
const rows = (): readonly HTMLElement[] => [...page.container.querySelectorAll<HTMLElement>('[role=rowgroup] [role=row]')];
const grid = (): HTMLElement => page.container.querySelector('[role=grid]') as HTMLElement;
const field = (): HTMLInputElement => page.container.querySelector('input') as HTMLInputElement;
const press = (target: HTMLElement, key: string, modifiers: KeyboardEventInit = {}): Promise<void> =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })));
const search = (text: string): Promise<void> =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('the panel of five thousand markets', () => {
  it('draws only the rows in sight', async () => {
    await show();
    expect(grid().getAttribute('aria-rowcount')).toBe(String(marketCount + 1));
    expect(rows().length).toBeLessThan(60);
  });

  it('opens the first match with Enter and replaces the tab with Ctrl+Enter', async () => {
    await show();
    await search('l0777 exchange3');
    expect(rows()).toHaveLength(1);
    await press(field(), 'Enter');
    await press(field(), 'Enter', { ctrlKey: true });
    expect(said).toEqual(['open exchange3/L0777USDT/spot', 'replace exchange0/L0000USDT/spot by exchange3/L0777USDT/spot']);
  });

  it('is walked, starred and searched from the list by keys', async () => {
    await show();
    await press(grid(), 'ArrowDown');
    await press(grid(), 'ArrowDown');
    await press(grid(), '*');
    await press(grid(), 'Enter', { ctrlKey: true });
    await press(grid(), 'q');
    expect(said).toEqual(['favourites exchange1/L0000USDT/spot', 'replace exchange0/L0000USDT/spot by exchange1/L0000USDT/spot']);
    expect(field().value).toBe('q');
    expect(page.container.textContent).toContain('No market matches “q”.');
  });

  it('stands in groups that a click closes and opens', async () => {
    await show({ grouped: true });
    expect(rows()[0]?.textContent).toBe('exchange0Spot1000');
    await act(async () => rows()[0]?.click());
    expect(config.closed).toEqual(['exchange0/spot']);
    await page.update(panel());
    expect(rows()[1]?.textContent).toBe('exchange1Spot1000');
    await press(grid(), 'Home');
    await press(grid(), 'Enter');
    expect(config.closed).toEqual([]);
  });

  it('names every exchange in full: beside its pair, and in a group for those who hear the row alone', async () => {
    await show();
    expect(rows()[3]?.textContent).toContain('L0000/USDT exchange3');
    await page.close();
    await show({ grouped: true });
    expect(rows()[1]?.textContent).toContain('L0000/USDT exchange0');
  });

  it('shows what a search finds in one list, whatever is grouped or closed', async () => {
    await show({ grouped: true, closed: ['exchange3/spot'] });
    await search('l0777');
    expect(rows().map((row) => row.textContent?.match(/exchange\d/)?.[0])).toEqual(instruments.slice(0, 5).map(({ exchange }) => exchange));
  });

  it('says what to do while there are no favourites', async () => {
    await show({ favourites: true });
    expect(page.container.textContent).toContain('Press the star beside a market.');
  });
});
