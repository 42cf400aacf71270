import { observable, runInAction } from 'mobx';
import { expect, it } from 'vitest';
import { sayIn } from '../../core/client/testing/say-in.ts';
import type { Told } from '../../core/contract/notices.ts';
import en from '../../locales/en/app.json' with { type: 'json' };
import { announceFills } from './announce-fills.ts';
import type { ClientServices } from './client-services.ts';

const say = sayIn(en);

it('waits for the markets, whose names it says', () => {
  const shown: string[] = [];
  const markets = observable({ loading: true }, undefined, { deep: false });
  const fill = { instrumentId: 'tessera/BTCUSDT/spot', apiId: 1, orderId: '1', tradeId: '1', side: 'BUY', qty: '1', price: '2', timeMs: 5 };
  const services = {
    accounts: { fills: [fill] },
    markets: Object.assign(markets, {
      instrument: () => (markets.loading ? null : { symbol: 'BTCUSDT', base: 'BTC', tick: '0.01', exchange: 'tessera' }),
      exchangeTitle: () => 'Tessera',
    }),
    notices: { show: (_tone: string, _text: Told, { detail }: { detail: Told }) => shown.push(say(detail)) },
    sounds: { play: () => undefined },
  } as unknown as ClientServices;
  const stop = announceFills(services, () => 0);
  expect(shown).toEqual([]);
  runInAction(() => {
    markets.loading = false;
  });
  expect(shown).toEqual(['BTCUSDT · Tessera']);
  void stop();
});

it('says how much of the asset was bought or sold, and names the market beside it', () => {
  const shown: string[] = [];
  const fill = { instrumentId: 'tessera/BTCUSDT/spot', apiId: 1, price: '61000', liquidity: 'TAKER', fee: '0', feeAsset: 'BTC', timeMs: 5 };
  const fills = [
    { ...fill, tradeId: '1', orderId: '1', side: 'BUY', qty: '0.05' },
    { ...fill, tradeId: '2', orderId: '2', side: 'SELL', qty: '0.02' },
  ];
  const services = {
    accounts: { fills },
    markets: { instrument: () => ({ symbol: 'BTCUSDT', base: 'BTC', tick: '0.01', exchange: 'tessera' }), exchangeTitle: () => 'Tessera' },
    notices: { show: (_tone: string, text: Told, { detail }: { detail: Told }) => shown.push(`${say(text)} | ${say(detail)}`) },
    sounds: { play: () => undefined },
  } as unknown as ClientServices;
  announceFills(services, () => 0)();
  expect(shown.sort()).toEqual(['Bought 0.05 BTC at 61,000.00 | BTCUSDT · Tessera', 'Sold 0.02 BTC at 61,000.00 | BTCUSDT · Tessera']);
});
