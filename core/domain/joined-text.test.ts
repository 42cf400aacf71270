import { expect, test } from 'vitest';
import { apart, labelled, listed, readIn, sentences } from './joined-text.ts';

test('words stand in a row with the commas of the language that they are read in', () => {
  expect(listed(['BTC', 'ETH'], 'en')).toBe('BTC, ETH');
  expect(listed(['BTC', 'ETH'], 'zh-CN')).toBe('BTC、ETH');
  expect(listed([1, 2], 'zh-TW')).toBe('1、2');
});

test('what is said of something stands behind the colon of the language', () => {
  expect(labelled('Price', 'too low')).toBe('Price: too low');
  readIn('zh-CN');
  expect(labelled('价格', '过低')).toBe('价格：过低');
  expect(listed(['BTC', 'ETH'])).toBe('BTC、ETH');
  readIn('en');
});

test('parts with commas of their own stand apart by the semicolon of the language', () => {
  expect(apart(['Rate, %: 0 → 20', 'Name: A → B'], 'en')).toBe('Rate, %: 0 → 20; Name: A → B');
  expect(apart(['费率：0 → 20', '名称：A → B'], 'zh-CN')).toBe('费率：0 → 20；名称：A → B');
});

test('sentences have a gap between them only where their full stop has none, and none for those that are not said', () => {
  expect(sentences(['Stopped.', '', 'Orders stay.'], 'en')).toBe('Stopped. Orders stay.');
  expect(sentences(['已停止。', '', '委托保留。'], 'zh-CN')).toBe('已停止。委托保留。');
});
