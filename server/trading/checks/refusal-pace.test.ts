import { expect, it } from 'vitest';
import type { OrderRefusalRecord } from '../../store/records.ts';
import { mostSingly, RefusalPace } from './refusal-pace.ts';

let ids = 0;
const refusal = (timeMs: number, changes: Partial<OrderRefusalRecord> = {}): OrderRefusalRecord => {
  const id = String(++ids);
  const asked = { price: '1', qty: '1', triggerPrice: null };
  return {
    ...{
      venue: 'tessera',
      refusalId: id,
      orderId: id,
      apiId: 1,
      by: 'HOUSE',
      code: 'ORDER_QTY_TOO_SMALL',
      params: {},
      ...asked,
      timeMs,
      repeats: 0,
    },
    ...changes,
  };
};

it('counts what is refused again and again for one reason on the last that was kept', () => {
  const pace = new RefusalPace();
  const kept = Array.from({ length: 4_322 }, () => refusal(1_000)).filter((one) => pace.take(one));
  expect(kept).toHaveLength(mostSingly);
  expect(pace.joined()).toEqual([{ ...kept.at(-1), repeats: 4_322 - mostSingly }]);
});

it('keeps reasons, accounts, and orders beside amendments apart', () => {
  const pace = new RefusalPace();
  for (let times = 0; times < mostSingly; times++) pace.take(refusal(1_000));
  expect(pace.take(refusal(1_000))).toBe(false);
  expect(pace.take(refusal(1_000, { code: 'ORDER_QTY_TOO_LARGE' }))).toBe(true);
  expect(pace.take(refusal(1_000, { apiId: 2 }))).toBe(true);
  expect(pace.take(refusal(1_000, { orderId: '7' }))).toBe(true);
});

it('begins anew with the next minute and still tells the number of the last', () => {
  const pace = new RefusalPace();
  for (let times = 0; times <= mostSingly; times++) pace.take(refusal(1_000));
  expect(pace.take(refusal(61_000))).toBe(true);
  expect(pace.joined()).toMatchObject([{ timeMs: 1_000, repeats: 1 }]);
});

it('tells a number again only when it has grown since it was written', () => {
  const pace = new RefusalPace();
  for (let times = 0; times <= mostSingly; times++) pace.take(refusal(1_000));
  const first = pace.joined();
  pace.take(refusal(1_000));
  pace.written(first);
  const second = pace.joined();
  expect(second).toMatchObject([{ repeats: 2 }]);
  pace.written(second);
  expect(pace.joined()).toEqual([]);
});
