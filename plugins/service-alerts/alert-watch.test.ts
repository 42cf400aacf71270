import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertCondition, judgeAlert } from '../../core/domain/markets/price-alert.ts';
import type { AlertRecord } from './alert-record.ts';
import { AlertWatch, watchKey } from './alert-watch.ts';

const instrumentId = 'tessera/BTCUSDT/spot';
const alertOf = (condition: AlertCondition, reference: string | null): AlertRecord => ({
  alertId: 'a1',
  userId: 'u1',
  instrumentId,
  watchedPrice: 'LAST',
  condition,
  duration: 'CLOSE_MANUALLY',
  channels: ['WEB', 'APP'],
  note: '',
  status: 'MONITORING',
  round: 1,
  reference,
  raisedPrice: null,
  raisedMs: null,
  createdMs: 0,
  updatedMs: 0,
});

function watching(alert: AlertRecord) {
  const raised: string[] = [];
  const references: string[] = [];
  const watch = new AlertWatch({
    onRaise: (_, price) => raised.push(price),
    onReference: (_, reference) => references.push(reference),
  });
  watch.add(alert);
  return { watch, raised, references };
}

describe('watching trades', () => {
  it('tells the first trade that meets the condition, once, however many follow', () => {
    const { watch, raised } = watching(alertOf({ kind: 'CROSS', price: '100' }, '99'));
    watch.prices(instrumentId, ['99.5', '98']);
    expect(raised).toEqual([]);
    watch.prices(instrumentId, ['99', '100.5', '101', '99']);
    watch.prices(instrumentId, ['98', '103']);
    expect(raised).toEqual(['100.5']);
  });

  it('takes the first price as reference where there is none, and the first beside the line where it stood on it', () => {
    const fresh = watching(alertOf({ kind: 'AMPLITUDE', percent: '1' }, null));
    fresh.watch.prices(instrumentId, ['100', '100.5']);
    expect(fresh.references).toEqual(['100']);
    fresh.watch.prices(instrumentId, ['101']);
    expect(fresh.raised).toEqual(['101']);

    const onLine = watching(alertOf({ kind: 'CROSS', price: '100' }, '100'));
    onLine.watch.prices(instrumentId, ['100', '101', '102']);
    expect(onLine).toMatchObject({ raised: [], references: ['101'] });
    onLine.watch.prices(instrumentId, ['100']);
    expect(onLine.raised).toEqual(['100']);
  });

  it('forgets what is removed, and knows which instruments it needs', () => {
    const alert = alertOf({ kind: 'CROSS', price: '100' }, '99');
    const { watch, raised } = watching(alert);
    expect(watch.watches(instrumentId)).toBe(true);
    watch.remove(alert);
    expect(watch.watches(instrumentId)).toBe(false);
    watch.prices(instrumentId, ['101']);
    expect(raised).toEqual([]);
  });

  it('holds an alert on the index against the index alone, and one on trades against trades', () => {
    const ofIndex = watching({ ...alertOf({ kind: 'CROSS', price: '100' }, '99'), watchedPrice: 'INDEX' });
    const key = watchKey({ instrumentId, watchedPrice: 'INDEX' });
    ofIndex.watch.prices(instrumentId, ['101']);
    expect([ofIndex.watch.watches(instrumentId), ofIndex.watch.watches(key), ofIndex.raised]).toEqual([false, true, []]);
    ofIndex.watch.prices(key, ['100.5']);
    expect(ofIndex.raised).toEqual(['100.5']);
    const ofTrades = watching(alertOf({ kind: 'CROSS', price: '100' }, '99'));
    ofTrades.watch.prices(key, ['101']);
    expect(ofTrades.raised).toEqual([]);
  });

  it('raises the same trade in whatever portions the trades come', () => {
    const price = fc.integer({ min: 90, max: 110 }).map(String);
    const condition = fc.oneof(
      price.map((line): AlertCondition => ({ kind: 'CROSS', price: line })),
      fc.constant<AlertCondition>({ kind: 'RANGE', low: '95', high: '105' }),
      fc.constant<AlertCondition>({ kind: 'AMPLITUDE', percent: '4' }),
    );
    fc.assert(
      fc.property(condition, fc.option(price), fc.array(fc.array(price, { maxLength: 6 }), { maxLength: 8 }), (rule, start, portions) => {
        const { watch, raised } = watching(alertOf(rule, start));
        for (const portion of portions) watch.prices(instrumentId, portion);
        let reference = start;
        const expected = portions.flat().find((one) => {
          const verdict = judgeAlert(rule, reference, one);
          if (verdict === 'reference') reference = one;
          return verdict === 'raise';
        });
        expect(raised).toEqual(expected === undefined ? [] : [expected]);
      }),
    );
  });
});
