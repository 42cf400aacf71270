import { makeAutoObservable } from 'mobx';
import { act } from 'react';
import { expect, it } from 'vitest';
import { render } from '../../../tests/kit/render.tsx';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { MarketName } from './market-name.tsx';

/** Markets that come after the orders which name them. */
class LateMarkets {
  known = false;

  constructor() {
    makeAutoObservable(this);
  }

  come(): void {
    this.known = true;
  }

  instrument(): Instrument | null {
    return this.known ? ({ base: 'BTC', quote: 'USDT' } as Instrument) : null;
  }

  exchangeTitle(exchange: string): string {
    return this.known ? 'Aurora' : exchange;
  }
}

it('takes the name of a market that comes after it, without its list being drawn anew', async () => {
  const markets = new LateMarkets();
  const { container, close } = await render(<MarketName markets={markets} id="aurora/BTCUSDT/spot" />);
  expect(container.textContent).toBe('BTCUSDT aurora');
  await act(async () => markets.come());
  expect(container.textContent).toBe('BTC/USDT Aurora');
  await close();
});
