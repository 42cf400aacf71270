import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '../../core/client/settings/language.ts';
import type { Order, OrderIntent } from '../../core/contract/client-services.ts';
import { orderFields } from './order-question.ts';
import { questionLines, wordedFields } from './question-lines.ts';

const words = {
  word: (value: string) => `<${value}>`,
  change: (value: string, before: string) => `${value} was ${before}`,
  field: (name: string) => name,
  exchange: (id: string) => id.toUpperCase(),
  account: (apiId: number) => `account ${apiId}`,
};

it('shows every field that an order can have, none left out', () => {
  const leg = { type: 'LIMIT', price: '9' };
  const order = Object.fromEntries(
    Object.entries(orderFields).map(([name, sort]) => [
      name,
      sort === 'leg' ? leg : sort === 'number' ? 3 : sort === 'flag' ? true : (wordedFields[name]?.[0] ?? name),
    ]),
  ) as unknown as OrderIntent;
  const lines = questionLines({ kind: 'place', order }, words);
  const shown = lines.map(({ name }) => name.split('.')[0]);
  expect(new Set(shown)).toEqual(new Set(Object.keys(orderFields)));
  expect(lines[0]).toEqual({ name: 'side', value: '<BUY>' });
  expect(lines).toContainEqual({ name: 'stopLoss.price', value: '9' });
  expect(lines).toContainEqual({ name: 'apiId', value: 'account 3' });
});

it.each(languages)('has a word of its own in %s for every value of the exchange', (language) => {
  const texts = JSON.parse(readFileSync(new URL(`../../locales/${language}/app.json`, import.meta.url), 'utf8'));
  const values = Object.values(wordedFields).flat();
  expect(values.filter((value) => (texts[`frame.word.${value}`] ?? value) === value)).toEqual([]);
});

it('puts the values of the exchange in words, and leaves foreign ones as they came', () => {
  const order = {
    side: 'BUY',
    instrumentId: 'aurora/BTCUSDT/spot',
    stp: 'EXPIRE_TAKER',
    triggerKind: 'OCO',
    watchedPrice: 'MARK',
    type: 'ROBBERY',
  };
  const shown = questionLines({ kind: 'place', order: order as unknown as OrderIntent }, words).map(({ value }) => value);
  expect(shown).toEqual(['<BUY>', 'ROBBERY', 'BTCUSDT', 'AURORA', '<spot>', '<EXPIRE_TAKER>', '<OCO>', '<MARK>']);
});

it('shows a change beside what there was', () => {
  const order = {
    instrumentId: 'aurora/BTCUSDT/spot',
    orderId: '7',
    side: 'BUY',
    type: 'LIMIT',
    apiId: 1,
    qty: '2',
    price: '100',
  } as Order;
  const lines = questionLines(
    { kind: 'amend', order: { ...order, quoteAmount: null, triggerPrice: null }, change: { price: '90' } },
    words,
  );
  expect(lines).toContainEqual({ name: 'price', value: '90 was 100' });
  expect(lines).toContainEqual({ name: 'qty', value: '2' });
  expect(lines.some(({ name }) => name === 'triggerPrice')).toBe(false);
});
