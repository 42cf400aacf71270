import { expect, it } from 'vitest';
import { HistoryPace, paceWindowMs } from './history-pace.ts';
import { instanceEvent } from './instance-log.ts';

const denied = (code: string, tag = 'a') => instanceEvent('denied', 0, { tag, code });
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

it('writes the first refusals of a cause and joins the others of its minute with their number', () => {
  const pace = new HistoryPace();
  expect(pace.take([denied('ORDER_PRICE_TICK'), denied('ORDER_BALANCE')], 0)).toHaveLength(2);
  const singly = pace.take(
    many(190, (at) => denied('ORDER_PRICE_TICK', `t${at}`)),
    1_000,
  );
  expect(singly).toHaveLength(19);
  expect(pace.isHolding).toBe(true);
  const next = pace.take([denied('ORDER_PRICE_TICK', 'new')], paceWindowMs);
  expect(next.map(({ payload }) => payload)).toEqual([
    { tag: 't189', code: 'ORDER_PRICE_TICK', joined: 171 },
    { tag: 'new', code: 'ORDER_PRICE_TICK' },
  ]);
  expect(pace.isHolding).toBe(false);
});

it('says at the end of the instance what it holds', () => {
  const pace = new HistoryPace();
  pace.take(
    many(25, () => denied('ORDER_BALANCE')),
    0,
  );
  expect(pace.due(1)).toEqual([]);
  expect(pace.due(1, true).map(({ payload }) => payload)).toEqual([{ tag: 'a', code: 'ORDER_BALANCE', joined: 5 }]);
});

it('leaves a busy instance its lines, and every fill', () => {
  const pace = new HistoryPace();
  const quoting = many(1_200, () => [instanceEvent('accepted', 0, {}), instanceEvent('canceled', 0, {})]).flat();
  expect(pace.take(quoting, 0)).toHaveLength(2_400);
  expect(
    pace.take(
      many(5_000, () => instanceEvent('fill', 0, {})),
      1,
    ),
  ).toHaveLength(5_000);
  expect(pace.isHolding).toBe(false);
});

it('joins long notes of a minute sooner, and nothing else with them', () => {
  const pace = new HistoryPace();
  const note = (at: number) => instanceEvent('note', 0, { key: `n${at}`, said: 'x'.repeat(9_000) });
  expect(pace.take(many(1_000, note), 0)).toHaveLength(34);
  expect(pace.take([instanceEvent('accepted', 1, {}), denied('ORDER_BALANCE')], 1)).toHaveLength(2);
  expect(pace.due(1, true).map(({ payload }) => payload)).toMatchObject([{ key: 'n999', joined: 966 }]);
  expect(pace.take([note(1)], paceWindowMs)).toHaveLength(1);
});
