import { expect, it } from 'vitest';
import { render } from '../../../tests/kit/render.tsx';
import type { Api } from '../../contract/client-services.ts';
import { AccountRates, type ShownRate } from './account-rates.tsx';

const fees = { apiId: 1, instrumentId: 'tessera/BTCUSDT/spot', makerFee: '0.0008', takerFee: '0.00072', tier: 2, discount: '0.2' };
const asked: unknown[] = [];
const api = {
  call: async (name: string, { query }: { readonly query: object }) => {
    asked.push([name, query]);
    const others = [
      { ...fees, apiId: 2 },
      { ...fees, instrumentId: 'paper-binance/BTCUSDT/spot' },
    ];
    return { ok: true, value: [...others, fees] };
  },
} as unknown as Pick<Api, 'call'>;
const text = ({ market, maker, taker, tier, discount }: ShownRate): string => `${market} ${maker} ${taker} ${tier} ${discount || 'none'}`;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

it('tells for each market of a form what its own account pays there, and nothing of others', async () => {
  const params = { leg: { instrumentId: fees.instrumentId, apiId: 1 }, qty: '1' };
  const page = await render(<AccountRates api={api} params={params} text={text} />);
  await settled();
  await page.update(<AccountRates api={api} params={params} text={text} />);
  expect([...page.container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['BTCUSDT 0.08% 0.072% 2 20%']);
  expect(asked).toEqual([['accountFees', { symbol: 'BTCUSDT', accountType: 'spot' }]]);
  await page.close();
});

it('is not there for a form without an account, or whose market nobody charges in', async () => {
  for (const params of [{ instrumentId: fees.instrumentId }, { instrumentId: 'replay-binance-spot/BTCUSDT/spot', apiId: 1 }, {}]) {
    const page = await render(<AccountRates api={api} params={params} text={text} />);
    await settled();
    await page.update(<AccountRates api={api} params={params} text={text} />);
    expect(page.container.querySelector('ul')).toBeNull();
    await page.close();
  }
});
