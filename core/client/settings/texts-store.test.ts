import i18next from 'i18next';
import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import { AppError } from '../../contract/app-error.ts';
import { toldIn } from '../../contract/notices.ts';
import { shownParams } from '../../domain/numbers/text-params.ts';
import { TextsStore } from './texts-store.ts';

const texts = (language: string, errors: Readonly<Record<string, string>>): TextsStore => {
  const i18n = i18next.createInstance();
  void i18n.use(shownParams).init({ lng: language, keySeparator: false, initAsync: false, resources: { [language]: { errors } } });
  return new TextsStore(i18n);
};

it('names the field of an error in the words of the user, with what it belongs to', () => {
  const store = texts('zh-CN', {
    ORDER_QTY_TOO_SMALL: '{{field}}太小；最少{{limit}}',
    'field.qty': '数量',
    'field.takeProfit': '止盈',
    'field.price': '价格',
  });
  const error = (field: string) => store.errorText(new AppError('ORDER_QTY_TOO_SMALL', { field, limit: '1' }));
  expect(error('qty')).toBe('数量太小；最少1');
  expect(error('body.take_profit.price')).toBe('止盈 · 价格太小；最少1');
  expect(error('levels')).toBe('levels太小；最少1');
});

it('gives a text anew to whatever shows it when the language changes', async () => {
  const i18n = i18next.createInstance();
  const resources = { en: { chart: { buy: 'Buy' } }, 'zh-CN': { chart: { buy: '买入' } } };
  void i18n.init({ lng: 'en', keySeparator: false, initAsync: false, resources });
  const store = new TextsStore(i18n);
  const shown: string[] = [];
  const stop = autorun(() => void shown.push(store.t('chart', 'buy')));
  await store.use('zh-CN');
  stop();
  expect(shown).toEqual(['Buy', '买入']);
});

it('says a named text with the parts that are named themselves, in the language of the time', async () => {
  const i18n = i18next.createInstance();
  const resources = {
    en: { transfer: { done: '{{amount}} to {{to}}', spot: 'Spot' } },
    'zh-CN': { transfer: { done: '{{amount}} 转至{{to}}', spot: '现货' } },
  };
  void i18n.init({ lng: 'en', keySeparator: false, initAsync: false, resources, interpolation: { escapeValue: false } });
  const store = new TextsStore(i18n);
  const told = toldIn('transfer');
  const moved = told('done', { amount: '5', to: told('spot') });
  expect(store.say([moved, 'note'])).toBe('5 to Spot · note');
  await store.use('zh-CN');
  expect(store.say(JSON.parse(JSON.stringify(moved)))).toBe('5 转至现货');
});

it('says as much of an error as it was told with, and has words for what is nothing', () => {
  const store = texts('en', {
    ORDER_INSUFFICIENT_BALANCE: 'needs {{need, amount}} {{asset}}; {{fits, amount}} {{fitsAsset}} would fit',
    ORDER_INSUFFICIENT_BALANCE_no_fits: 'needs {{need, amount}} {{asset}}; nothing would fit',
    ORDER_INSUFFICIENT_BALANCE_brief: '{{limit}} {{asset}} available',
  });
  const says = (params: Readonly<Record<string, string>>) =>
    store.errorText(new AppError('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: '0', asset: 'USDT', ...params }));
  expect(says({ need: '105210.123456789012', fits: '0.0473', fitsAsset: 'BTC' })).toBe(
    'needs 105,210.123456789012 USDT; 0.0473 BTC would fit',
  );
  expect(says({ need: '10', fits: '0', fitsAsset: 'BTC' })).toBe('needs 10 USDT; nothing would fit');
  expect(says({})).toBe('0 USDT available');
});
