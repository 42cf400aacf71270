import { beforeAll, describe, expect, it } from 'vitest';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { MarketIndex } from './market-index.ts';
import { loadPinyin, type Spell } from './pinyin.ts';

const market = (exchange: string, base: string, quote = 'USDT'): Instrument =>
  ({ id: `${exchange}/${base}${quote}/spot`, exchange, base, quote, symbol: base + quote, accountType: 'spot' }) as Instrument;
const titles: Readonly<Record<string, string>> = { tessera: 'Tessera', aurora: 'Aurora' };
const index = new MarketIndex(
  [market('tessera', 'BTC'), market('tessera', 'ETH', 'BTC'), market('aurora', 'BTC'), market('aurora', 'DOGE'), market('aurora', 'XRP')],
  (exchange) => titles[exchange] ?? exchange,
);
const found = (search: string, exchange = ''): readonly string[] => index.find(exchange, search).map(({ id }) => id.replace('/spot', ''));

describe('the search for markets', () => {
  let spell: Spell;
  beforeAll(async () => {
    spell = await loadPinyin();
  });

  it('finds by symbol, by pair with a slash, by exchange, and what begins with the word first', () => {
    expect(found('btc')).toEqual(['tessera/BTCUSDT', 'tessera/ETHBTC', 'aurora/BTCUSDT']);
    expect(found('btc/usdt')).toEqual(['tessera/BTCUSDT', 'aurora/BTCUSDT']);
    expect(found('aur btc')).toEqual(['aurora/BTCUSDT']);
    expect(found('', 'tessera')).toEqual(['tessera/BTCUSDT', 'tessera/ETHBTC']);
  });

  it.each([
    ['dogecoin', 'aurora/DOGEUSDT'],
    ['狗狗币', 'aurora/DOGEUSDT'],
    ['狗狗幣', 'aurora/DOGEUSDT'],
    ['瑞波', 'aurora/XRPUSDT'],
    ['以太', 'tessera/ETHBTC'],
  ])('finds %s by a name', (search, id) => {
    expect(found(search)).toEqual([id]);
  });

  it.each([
    ['gougoubi', 'aurora/DOGEUSDT'],
    ['ggb', 'aurora/DOGEUSDT'],
    ['ruibo', 'aurora/XRPUSDT'],
    ['ytf', 'tessera/ETHBTC'],
  ])('finds %s by pinyin, once the dictionary is here', (search, id) => {
    const fresh = new MarketIndex(index.find('', ''), () => '');
    expect(fresh.find('', search)).toEqual([]);
    fresh.spell(spell);
    expect(fresh.find('', search).map((one) => `${one.exchange}/${one.symbol}`)).toEqual([id]);
  });

  it('knows that a character has other sounds in other words', () => {
    expect(spell('重庆啤酒')).toEqual(['chongqingpijiu', 'cqpj']);
    expect(spell('比特币 BTC')).toEqual(['bitebi btc', 'btb btc']);
  });
});
