import { observable, runInAction } from 'mobx';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../../tests/kit/render.tsx';
import type { Markets, Ticker } from '../../contract/client-services.ts';
import { LastAndChange } from './last-and-change.tsx';

let page: Rendered | undefined;
afterEach(() => page?.close());

it('shows the last price of a found market and its day, live, and nothing before there is a price', async () => {
  const ticker = observable.box<Ticker | null>(null, { deep: false });
  const markets = { ticker: () => ticker.get(), instrument: () => ({ tick: '0.01' }) } as unknown as Markets;
  page = await render(<LastAndChange markets={markets} id="aurora/BTCUSDT/spot" />);
  const text = (): string => page?.container.textContent ?? '';
  expect(text()).toBe('');
  const trades = (last: string) => act(async () => runInAction(() => ticker.set({ last, open24h: '61000' } as Ticker)));
  await trades('61231.6');
  expect(text()).toBe('61,231.60+0.38%');
  await trades('60000');
  expect(text()).toBe('60,000.00−1.64%');
});
