import { expect, it } from 'vitest';
import type { InstanceEvent } from '../../../core/contract/strategies.ts';
import type { Services } from '../requires.ts';
import { eventText } from './event-text.ts';

const words = {
  t: (key: string, params = {}) => [key, ...Object.values(params)].join(' '),
  texts: { note: (strategy: string, key: string, params: object) => `${strategy} ${key} ${JSON.stringify(params)}` },
  services: {
    texts: { errorText: ({ code }: { code: string }) => `text of ${code}` },
    markets: {
      instrument: (id: string) => (id.startsWith('aurora') ? { base: 'BTC', quote: 'USDT', exchange: 'aurora' } : null),
      exchangeTitle: () => 'Aurora',
    },
  } as unknown as Services,
  faultText: (cause: string) => `fault ${cause}`,
};
const say = (kind: string, params: InstanceEvent['params'] = {}): string =>
  eventText({ eventId: 1, timeMs: 0, kind, params }, 'strategy-shock-grid/shock-grid', words);

it('says notes in the words of the strategy', () => {
  expect(say('note', { key: 'note.left', qty: '2' })).toBe('strategy-shock-grid/shock-grid note.left {"qty":"2"}');
});

it('says why an order of a note was denied in the words of the house, where the note tells all that these name', () => {
  expect(say('note', { key: 'n', reason: 'SERVER_STOPPING' })).toContain('"text of SERVER_STOPPING"');
  expect(say('note', { key: 'n', reason: 'REQUEST_INVALID', field: 'qty', rule: 'is required' })).toContain('"text of REQUEST_INVALID"');
  expect(say('note', { key: 'n', reason: 'REQUEST_INVALID' })).toContain('"REQUEST_INVALID"');
});

it('says what was traded, at a price or at the market', () => {
  const traded = { side: 'BUY', qty: '0.5', instrument: 'aurora/BTCUSDT/spot' };
  expect(say('fill', { ...traded, price: '60000' })).toBe('event.tradeText orderSide.BUY 0.5 60,000 BTC/USDT Aurora');
  expect(say('accepted', { ...traded, price: '' })).toContain('event.marketText');
  expect(say('canceled', { instrument: 'gone/BTCUSDT/spot', filled: '0' })).toBe('event.canceledText gone/BTCUSDT/spot 0');
});

it('says why something was refused, and a code that it does not know as it is', () => {
  expect(say('denied', { code: 'ORDER_PRICE_OUT_OF_BAND' })).toBe('text of ORDER_PRICE_OUT_OF_BAND');
  expect(say('refused', { code: 'OF_TOMORROW' })).toBe('OF_TOMORROW');
  expect(say('interrupted', { cause: 'onMarket: it broke' })).toBe('fault onMarket: it broke');
});

it('says of joined lines how many they were', () => {
  expect(say('denied', { code: 'ORDER_PRICE_OUT_OF_BAND', joined: 1900 })).toBe('event.joined 1,900 text of ORDER_PRICE_OUT_OF_BAND');
});

it('leaves what its kind says already', () => {
  expect([say('started'), say('of tomorrow')]).toEqual(['', '']);
});
