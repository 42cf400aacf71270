import { expect, it } from 'vitest';
import { AppError } from '../../core/contract/app-error.ts';
import { type ErrorCode, errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { paramsOf } from '../../core/contract/error-texts.ts';
import { errorBody } from './envelope.ts';

const messageOf = (code: ErrorCode, params: Readonly<Record<string, string | number>>): string =>
  (JSON.parse(errorBody(new AppError(code, params))) as { msg: string }).msg;

it.each(Object.keys(errorCatalogue) as ErrorCode[])('%s reads as a sentence with its values', (code) => {
  const names = paramsOf(code);
  const message = messageOf(code, Object.fromEntries(names.map((name) => [name, '7'])));
  expect(message).not.toContain(code);
  expect(message).toMatch(/^\S+( \S+)+$/);
  expect(message).not.toMatch(/[{}]/);
});

it('names fields as the wire does, numbers in full, and what a refusal lacks in other words', () => {
  expect(messageOf('REQUEST_INVALID', { field: 'body.client_order_id', rule: 'must be string' })).toBe(
    'body.client_order_id is not valid: must be string',
  );
  const funds = { field: 'qty', limit: '0.00000001', asset: 'BTC', need: '12345.5' };
  expect(messageOf('ORDER_INSUFFICIENT_BALANCE', { ...funds, fits: '0', fitsAsset: 'BTC' })).toBe(
    'Needs 12,345.5 BTC, 0.00000001 available; not even the smallest order would fit (qty)',
  );
  expect(messageOf('ORDER_PRICE_OFF_GRID', { field: 'price', value: '61203.55', tick: '0.1' })).toContain('61,203.55');
  expect(messageOf('ORDER_NOT_SUPPORTED', { field: 'type', value: '10293' })).toBe('10293 is not supported here (type)');
  expect(messageOf('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: '0', asset: 'BTC' })).toBe('Not enough BTC: 0 available (qty)');
});

it('takes values for text, whatever stands in them', () => {
  const path = '<b>{{limit}}</b> $t(KEY_INVALID) $&';
  expect(messageOf('ROUTE_UNKNOWN', { path })).toBe(`There is nothing at ${path}`);
});
