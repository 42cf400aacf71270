import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import type { IndexView } from '../../../schemas/wire/index-price.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import type { Exchange } from '../../contract/client-services.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { FakeStream } from '../testing/fake-stream.ts';
import { MarketsStore } from './markets-store.ts';

const indexOf = (base: string, price: string): IndexView => ({
  base,
  quote: 'USDT',
  price,
  stale: false,
  time: 1,
  sources: [{ id: `aurora/${base}USDT/spot`, price, state: 'COUNTED' }],
});
const bitcoin = 'aurora/BTCUSDT/spot';
const aurora: Exchange = {
  ...{ exchange: 'aurora', title: 'Aurora', health: 'LIVE', trading: true, accountTypes: ['spot'] },
  ...{ transfers: false, accountTransfers: false, withdrawals: false, holds: false },
  ...{ orderTypes: ['limit'], timesInForce: ['GTC'], triggerKinds: [] },
};
const instrument = (base: string): Instrument => ({ ...testInstrument, id: `aurora/${base}USDT/spot`, symbol: `${base}USDT`, base });

it('follows indexes while somebody looks, and tells who looks at a market of that market alone', () => {
  const stream = new FakeStream();
  const markets = new MarketsStore(new FakeApi(), stream);
  const [one, other] = [markets.watchIndexes(), markets.watchIndexes()];
  const seen: (string | null | undefined)[] = [];
  const stop = autorun(() => seen.push(markets.index(bitcoin)?.price));
  stream.say('indexes', { k: 's', t: 'indexes', d: [indexOf('BTC', '100'), indexOf('ETH', '4')] });
  stream.say('indexes', { k: 'd', t: 'indexes', d: [indexOf('ETH', '5')] });
  stream.say('indexes', { k: 'd', t: 'indexes', d: [indexOf('BTC', '101')] });
  expect(seen).toEqual([undefined, '100', '101']);
  void one();
  void one();
  expect(stream.topics).toEqual(['indexes']);
  void other();
  expect(stream.topics).toEqual([]);
  stop();
});

it('forgets at a new state the pairs that are gone from it', () => {
  const stream = new FakeStream();
  const markets = new MarketsStore(new FakeApi(), stream);
  markets.watchIndexes();
  stream.say('indexes', { k: 's', t: 'indexes', d: [indexOf('BTC', '100')] });
  stream.say('indexes', { k: 's', t: 'indexes', d: [indexOf('ETH', '4')] });
  expect(markets.index(bitcoin)).toBeNull();
});

it('follows markets that come, change and go, and tells whoever looks at one; after a pause of the line it reads the whole list', async () => {
  const stream = new FakeStream();
  const listed = [instrument('BTC')];
  const markets = new MarketsStore(new FakeApi({ symbols: () => listed, exchangeInfo: () => [] }), stream);
  await markets.loadSymbols();
  markets.watchInstruments();
  stream.say('instruments', { k: 's', t: 'instruments', d: [] });
  const seen: (string | undefined)[] = [];
  const stop = autorun(() => seen.push(markets.instrument(bitcoin)?.tick));
  stream.say('instruments', { k: 'd', t: 'instruments', d: [instrument('ETH')] });
  expect(markets.instruments.map(({ base }) => base)).toEqual(['BTC', 'ETH']);
  stream.say('instruments', { k: 'd', t: 'instruments', d: [{ ...instrument('BTC'), tick: '0.5' }] });
  stream.say('instruments', { k: 'd', t: 'instruments', d: [{ ...instrument('ETH'), state: 'DELISTED' }] });
  expect([seen.at(0), seen.at(-1)]).toEqual(['0.01', '0.5']);
  expect(markets.instrument('aurora/ETHUSDT/spot')?.state).toBe('DELISTED');
  listed.push(instrument('SOL'));
  stream.say('instruments', { k: 's', t: 'instruments', d: [] });
  await expect.poll(() => markets.instruments.map(({ base }) => base)).toEqual(['BTC', 'SOL']);
  stop();
});

it('asks what an exchange is called when its first markets come while the page is open, and only then', async () => {
  const stream = new FakeStream();
  const open: Exchange[] = [];
  const api = new FakeApi({ symbols: () => [], exchangeInfo: () => [...open] });
  const markets = new MarketsStore(api, stream);
  await markets.loadSymbols();
  markets.watchInstruments();
  stream.say('instruments', { k: 's', t: 'instruments', d: [] });
  open.push(aurora);
  stream.say('instruments', { k: 'd', t: 'instruments', d: [instrument('BTC')] });
  await expect.poll(() => [markets.exchangeTitle('aurora'), markets.health('aurora')]).toEqual(['Aurora', 'LIVE']);
  const asked = api.calls.length;
  stream.say('instruments', { k: 'd', t: 'instruments', d: [instrument('ETH')] });
  expect(api.calls.length).toBe(asked);
});
