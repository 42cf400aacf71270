import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { fillText, isPlain, shownParams } from './text-params.ts';

const params = { limit: '10000', loss: '-61203.5', orderId: '10293', value: 'GTX', count: 4000 };

it('shows as prices and amounts what a text says are some, whatever they are called, and leaves ids, words and counts alone', async () => {
  const text = '{{limit, amount}} {{loss,amount}} {{limit}} {{ orderId }} {{value, amount}} {{count, amount}}';
  const shown = '10,000 −61,203.5 10000 10293 GTX 4000';
  expect(fillText(text, params)).toBe(shown);
  const i18n = createInstance();
  await i18n.use(shownParams).init({ lng: 'en', resources: { en: { translation: { text } } } });
  expect(i18n.t('text', params)).toBe(shown);
});

it('leaves nothing where a parameter is missing, and knows the texts that it cannot fill', () => {
  expect(fillText('at {{limit, amount}}.', {})).toBe('at .');
  expect(['{{a}} {{b, amount}}', '$t(other)', '{{a, list}}'].map(isPlain)).toEqual([true, false, false]);
});
