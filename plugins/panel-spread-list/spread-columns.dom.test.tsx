import { afterEach, expect, it } from 'vitest';
import { type Rendered, render } from '../../tests/kit/render.tsx';
import type { Services } from './requires.ts';
import { spreadColumns } from './spread-columns.tsx';
import { type SpreadPair, SpreadStore } from './spread-store.ts';

let screen: Rendered;
afterEach(() => screen.close());

/** The spread of a pair as the list shows it, whose legs have these ticks. */
async function spreadOf(spread: string, ticks: Readonly<Record<string, string>>): Promise<string | null> {
  const store = new SpreadStore();
  const leg = (exchange: string) => ({ id: `${exchange}/BNBUSDT/SPOT`, price: '539.9', qty: '1' });
  const row = { spread_id: 'one', base: 'BNB', quote: 'USDT', spread, rate: '0.00014', sell: leg('aurora'), buy: leg('polaris'), time: 0 };
  store.take({ k: 's', d: [row] } as unknown as Parameters<typeof store.take>[0]);
  const markets = { instrument: (id: string) => ({ tick: ticks[id.split('/')[0] ?? ''] }) };
  const columns = spreadColumns(store, { markets } as unknown as Services, (key) => key);
  screen = await render(columns.find(({ id }) => id === 'spread')?.render(store.pairs[0] as SpreadPair));
  return screen.container.textContent;
}

it('a spread has the decimals of the finer of both legs, whichever it is', async () => {
  expect(await spreadOf('0.08', { aurora: '0.1', polaris: '0.01' })).toBe('+0.08');
  await screen.close();
  expect(await spreadOf('0.08', { aurora: '0.01', polaris: '0.1' })).toBe('+0.08');
});
