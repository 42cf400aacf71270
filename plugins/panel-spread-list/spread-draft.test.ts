import { expect, it } from 'vitest';
import type { ApiAccount } from '../../core/contract/client-services.ts';
import type { SpreadView } from '../../schemas/wire/spread.ts';
import { spreadDraft, spreadStrategy } from './spread-draft.ts';

const row: SpreadView = {
  spread_id: 'a',
  base: 'BTC',
  quote: 'USDT',
  sell: { id: 'meridian/BTCUSDT/spot', price: '50250', qty: '1' },
  buy: { id: 'aurora/BTCUSDT/spot', price: '50000', qty: '1' },
  spread: '250',
  rate: '0.00512399',
  apr: null,
  liquidity: '50000',
  time: 1,
};
const accounts = { accountFor: (exchange: string) => (exchange === 'aurora' ? ({ apiId: 7 } as ApiAccount) : null) };

it('fills both legs with the accounts that are there, and the spread of the moment, never more than there is', () => {
  expect(spreadDraft(row, accounts)).toEqual({
    strategy: spreadStrategy,
    params: {
      legA: { instrumentId: 'meridian/BTCUSDT/spot' },
      legB: { apiId: 7, instrumentId: 'aurora/BTCUSDT/spot' },
      minOpenSpread: '0.005123',
    },
  });
});

it.each(['-0.001', '0', '0.00000049', null])('leaves the spread open where a rate of %s pays nothing', (rate) => {
  expect(spreadDraft({ ...row, rate }, accounts).params).not.toHaveProperty('minOpenSpread');
});
