import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { Decimal, oneOf, strict } from '../../../schemas/common.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import { parseJsonBody, parseJsonText } from './json-body.ts';
import { RateLimiter } from './rate-limiter.ts';
import { createRequestCheck } from './request-check.ts';

const check = createRequestCheck({
  query: strict({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })), side: Type.Optional(oneOf(['BUY', 'SELL'])) }),
  body: strict({ price: Decimal, legs: Type.Optional(Type.Array(strict({ qty: Decimal }))) }),
});

const problemOf = (outcome: { ok: boolean; error?: { params: object } }): object | null =>
  outcome.ok ? null : (outcome.error?.params ?? {});

describe('a request check', () => {
  it('names the field and the rule', () => {
    expect(problemOf(check.body({}))).toEqual({ field: 'price', rule: 'is required' });
    expect(problemOf(check.body({ price: '1', bogus: 1 }))).toEqual({ field: 'bogus', rule: 'is unknown' });
    expect(problemOf(check.body({ prise: '1' }))).toEqual({ field: 'prise', rule: 'is unknown, and price is required' });
    expect(problemOf(check.body({ price: '1', legs: [{ quantity: '1' }] }))).toEqual({
      field: 'legs.0.quantity',
      rule: 'is unknown, and qty is required',
    });
    expect(problemOf(check.body({ price: 1 }))).toEqual({ field: 'price', rule: 'must be string' });
    expect(problemOf(check.body({ price: '1', legs: [{ qty: '1' }, { qty: '1e3' }] }))).toMatchObject({ field: 'legs.1.qty' });
    expect(problemOf(check.query({ side: 'buy' }))).toEqual({ field: 'side', rule: 'must be one of BUY, SELL' });
    expect(problemOf(check.query({ limit: '501' }))).toEqual({ field: 'limit', rule: 'must be <= 500' });
  });

  it('reads whole numbers of a query, strictly', () => {
    expect(check.query({ limit: '20' })).toMatchObject({ ok: true, value: { limit: 20 } });
    for (const text of ['1e2', '01', '+1', ' 1', '1.0', '', '0x1', '99999999999999999999']) {
      expect(problemOf(check.query({ limit: text })), text).toMatchObject({ field: 'limit' });
    }
    expect(problemOf(check.query({ limit: ['1', '2'] }))).toEqual({ field: 'limit', rule: 'must not be repeated' });
  });

  it('changes nothing in what it is given', () => {
    const body = { price: '0.10' };
    expect(check.body(body)).toEqual({ ok: true, value: { price: '0.10' } });
  });

  it('shortens names that come from the caller', () => {
    const problem = problemOf(check.body({ price: '1', ['x'.repeat(10_000)]: 1 })) as { field: string };
    expect(problem.field.length).toBeLessThan(100);
  });
});

describe('a JSON body', () => {
  it.each([
    ['nothing', '', undefined],
    ['an object', '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
  ])('of %s is taken', (_name, text, value) => {
    expect(parseJsonBody(Buffer.from(text), 20)).toEqual({ ok: true, value });
  });

  it('is refused where it nests deeper than allowed', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(parseJsonText(nested(20), 20).ok).toBe(true);
    expect(parseJsonText(nested(21), 20)).toMatchObject({ error: { code: 'REQUEST_INVALID' } });
    expect(parseJsonText(nested(1_000_000), 20).ok).toBe(false);
  });

  it.each([
    '{"__proto__":1}',
    '{"a":{"\\u005f_proto__":1}}',
    '{"a":"\\u0000"}',
    '{"a\\u0000":1}',
    '{"a":"\\ud800"}',
    '{"a":1e400}',
    '{"a":9007199254740993}',
  ])('%s is refused', (text) => {
    expect(parseJsonText(text, 20)).toMatchObject({ error: { code: 'REQUEST_INVALID' } });
  });

  it.each([
    ['{"qty":"0.01","qty":"5"}', 'qty'],
    ['{"qty" : 1 ,\n\t"q\\u0074y":2}', 'qty'],
    ['{"a":[{"b":{}},{"c":1,"d":{"e":1},"c":{"f":2}}]}', 'c'],
    ['{"a\\\\":1,"b":"\\\\\\"","a\\\\":2}', 'a\\'],
    ['{"":1,"":2}', ''],
  ])('%s is refused, for one of its fields would be ignored', (text, field) => {
    expect(parseJsonText(text, 20)).toMatchObject({ error: { code: 'REQUEST_INVALID', params: { field, rule: 'must not be repeated' } } });
  });

  it.each([
    '{"a":{"a":"a"},"b":[{"a":1},{"a":1}]}',
    '{"a":"b","b":"{\\"a\\":1,\\"a\\":2}","c":"\\\\"}',
    '["a","a"]',
    '"a"',
  ])('%s repeats no field', (text) => {
    expect(parseJsonText(text, 20)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('keeps characters beyond the first plane', () => {
    expect(parseJsonText('"\\ud83d\\ude00 漢"', 20)).toEqual({ ok: true, value: '😀 漢' });
  });
});

describe('the rate limiter', () => {
  it('lets a minute of calls through at once and then keeps the pace', async () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock);
    for (let i = 0; i < 60; i++) expect(limiter.take('a', 60)).toBe(0);
    expect(limiter.take('a', 60)).toBe(1);
    expect(limiter.take('b', 60)).toBe(0);
    await clock.advance(1_000);
    expect(limiter.take('a', 60)).toBe(0);
    expect(limiter.take('a', 60)).toBe(1);
  });

  it('forgets callers that are gone, and never holds more than its share', async () => {
    const clock = new ManualClock(0);
    const limiter = new RateLimiter(clock);
    for (let i = 0; i < 100_500; i++) limiter.take(`caller ${i}`, 60);
    expect(limiter.size).toBeLessThanOrEqual(100_000);
    await clock.advance(60_000);
    limiter.sweep();
    expect(limiter.size).toBe(0);
  });
});
