import { makeAutoObservable, observableRef } from 'mobx';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import texts from '../../../locales/en/ui.json' with { type: 'json' };
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { render } from '../../../tests/kit/render.tsx';
import type { IndexView, Ticker } from '../../contract/client-services.ts';
import { IndexPrice } from './index-price.tsx';

const index: IndexView = {
  base: 'BTC',
  quote: 'USDT',
  price: '50000.105',
  stale: false,
  time: 1,
  sources: [
    { id: 'aurora/BTCUSDT/spot', price: '50000', state: 'COUNTED' },
    { id: 'meridian/BTCUSDT/spot', price: '50000.21', state: 'COUNTED' },
    { id: 'tessera/BTCUSDT/spot', price: '60000', state: 'OUTLIER' },
  ],
};

class LiveMarkets {
  known: IndexView | null = index;
  quoted = { bid: '50009', ask: '50011', last: '1' } as Ticker;
  watched = 0;

  constructor() {
    makeAutoObservable(this, { known: observableRef, quoted: observableRef, watched: false });
  }

  become(known: IndexView | null): void {
    this.known = known;
  }

  index(): IndexView | null {
    return this.known;
  }

  ticker(): Ticker {
    return this.quoted;
  }

  exchangeTitle(exchange: string): string {
    return exchange.toUpperCase();
  }

  watchIndexes = () => this.#watch();
  watchTickers = () => this.#watch();

  #watch(): () => void {
    this.watched += 1;
    return () => {
      this.watched -= 1;
    };
  }
}

const show = async (markets: LiveMarkets) => render(<IndexPrice markets={markets} instrument={testInstrument} />, { ui: texts });

describe('the index beside a market', () => {
  it('says what the pair costs, how far the middle of this book is from it, and in a tip who makes it in which unit', async () => {
    const markets = new LiveMarkets();
    const { container, close } = await show(markets);
    expect(container.textContent).toBe('Index 50,000.10(+0.02%)');
    const tip = container.querySelector('span')?.title ?? '';
    expect(tip).toContain('AURORA, MERIDIAN');
    expect(tip).toContain('USDT');
    expect(tip).toContain('TESSERA');
    expect(markets.watched).toBe(2);
    await close();
    expect(markets.watched).toBe(0);
  });

  it('calls an index of before old, without a deviation from it, and shows nothing for a pair that has none', async () => {
    const markets = new LiveMarkets();
    const { container, close } = await show(markets);
    await act(async () => markets.become({ ...index, stale: true }));
    expect(container.textContent).toBe('Index 50,000.10(old)');
    await act(async () => markets.become(null));
    expect(container.textContent).toBe('');
    await close();
  });
});
