import { describe, expect, it } from 'vitest';
import { Params as MakerParams } from '../../strategy-market-maker/params.ts';
import { Params } from '../../strategy-shock-grid/params.ts';
import { axisValues, marketFields, type SweepField, sweepFields, withValues } from './sweep-axis.ts';

const field = (kind: SweepField['kind'], words: readonly string[] = []): SweepField => ({ name: 'x', title: 'x', kind, words });

describe('fields for a sweep', () => {
  it('are numbers, choices and switches of a schema, and no market or account', () => {
    const nested = { properties: { mode: { enum: ['a', 'b'] }, executor: { properties: { pace: { type: 'integer', title: 'pace' } } } } };
    expect(sweepFields(nested).map(({ name, kind }) => [name, kind])).toEqual([
      ['mode', 'choice'],
      ['executor.pace', 'number'],
    ]);
    const names = sweepFields(Params).map(({ name }) => name);
    expect(names).toContain('levels');
    expect(names).toContain('orderQty');
    expect(names).not.toContain('instrumentId');
    expect(names).not.toContain('apiId');
  });
});

it('begins with the market of the charts where one is needed, whatever others a strategy can do without', () => {
  expect([marketFields(Params), marketFields(MakerParams)]).toEqual([['instrumentId'], ['instrumentId']]);
});

describe('values of a field', () => {
  it('are typed one by one or as steps, and decimals stay exact', () => {
    expect(axisValues(field('decimal'), '0.1:0.3:0.1')).toEqual(['0.1', '0.2', '0.3']);
    expect(axisValues(field('number'), ' 10，20, 30:40:5 ,10')).toEqual([10, 20, 30, 35, 40]);
    expect(axisValues(field('switch'), '')).toEqual([false, true]);
    expect(axisValues(field('choice', ['a', 'b']), 'b, a')).toEqual(['b', 'a']);
  });

  it.each(['', 'x', '1,', '-1', '1:2', '1:5:0', '5:1:1', '0:1000:1', '1e3'])('are none in “%s”', (text) => {
    const values = axisValues(field('number'), text);
    expect(text === '1,' ? values : values === null).toEqual(text === '1,' ? [1] : true);
  });

  it('go back into the params, also inside objects', () => {
    expect(withValues({ a: 1, executor: { pace: 2, kept: 3 } }, ['a', 'executor.pace'], [5, 6])).toEqual({
      a: 5,
      executor: { pace: 6, kept: 3 },
    });
  });
});
