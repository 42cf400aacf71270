import { describe, expect, it } from 'vitest';
import type { Position } from '../../core/contract/client-services.ts';
import { amountDecimals, figuresOf, positionKey, stepOf } from './position-figures.ts';

const position = (changes: Partial<Position> = {}): Position =>
  ({
    apiId: 7,
    accountType: 'spot',
    id: 'tessera/BTCUSDT/spot',
    asset: 'BTC',
    qty: '2.997',
    cost: '306',
    mark: '100',
    markKind: 'MID',
    ...changes,
  }) as Position;

describe('the figures of a position', () => {
  it('follow the live price, and the server’s mark until there is one', () => {
    expect(figuresOf(position(), { kind: 'INDEX', price: '110' })).toEqual({
      mark: '110',
      markKind: 'INDEX',
      value: '329.67',
      result: '23.67',
      costAndValue: ['306', '329.67'],
    });
    expect(figuresOf(position(), null)).toMatchObject({ mark: '100', markKind: 'MID', result: '-6.3' });
  });

  it('have no result when nobody knows the cost or the price', () => {
    expect(figuresOf(position({ cost: null }), { kind: 'LAST', price: '110' })).toEqual({
      mark: '110',
      markKind: 'LAST',
      value: '329.67',
      result: null,
      costAndValue: null,
    });
    expect(figuresOf(position({ mark: null, markKind: null }), null)).toEqual({
      mark: null,
      markKind: null,
      value: null,
      result: null,
      costAndValue: null,
    });
  });

  it('show cents, or finer when small orders are worth less', () => {
    expect([amountDecimals(null), amountDecimals({ minNotional: '10' }), amountDecimals({ minNotional: '0.0001' })]).toEqual([2, 2, 6]);
    expect([0, 1, 5].map(stepOf)).toEqual(['1', '0.1', '0.00001']);
  });

  it('keep what was bought apart from what came by transfer', () => {
    expect(positionKey(position())).not.toBe(positionKey(position({ cost: null })));
  });
});
