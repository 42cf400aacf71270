import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertCondition, alertFieldProblem, judgeAlert } from './price-alert.ts';

const cross: AlertCondition = { kind: 'CROSS', price: '100' };
const range: AlertCondition = { kind: 'RANGE', low: '90', high: '110' };
const amplitude: AlertCondition = { kind: 'AMPLITUDE', percent: '2.5' };

describe('the condition of a price alert', () => {
  it.each([
    [cross, '99.9', '99.99', 'none'],
    [cross, '99.9', '100', 'raise'],
    [cross, '99.9', '100.000', 'raise'],
    [cross, '101', '100', 'raise'],
    [cross, '101', '100.01', 'none'],
    [cross, '100', '100', 'none'],
    [cross, '100', '100.01', 'reference'],
    [cross, null, '100', 'reference'],
    [range, '100', '110', 'none'],
    [range, '100', '110.01', 'raise'],
    [range, '89', '90', 'raise'],
    [range, '89', '89.99', 'none'],
    [range, '89', '111', 'raise'],
    [amplitude, '100', '102.4999', 'none'],
    [amplitude, '100', '102.5', 'raise'],
    [amplitude, '100', '97.5', 'raise'],
    [amplitude, '0.00000001', '0.00000002', 'raise'],
  ] as const)('%o from %s at %s means %s', (condition, reference, price, verdict) => {
    expect(judgeAlert(condition, reference, price)).toBe(verdict);
  });

  it('names the field that makes no sense', () => {
    expect(alertFieldProblem({ kind: 'CROSS', price: '0' })).toBe('price');
    expect(alertFieldProblem({ kind: 'RANGE', low: '0', high: '1' })).toBe('low');
    expect(alertFieldProblem({ kind: 'RANGE', low: '2', high: '2' })).toBe('high');
    expect(alertFieldProblem({ kind: 'AMPLITUDE', percent: '1000.1' })).toBe('percent');
    for (const condition of [cross, range, amplitude]) expect(alertFieldProblem(condition)).toBeNull();
  });

  it('is met by exactly those prices that lie on or beyond the line from where the price was', () => {
    const cents = fc.integer({ min: 1, max: 100_000 });
    const text = (value: number): string => (value / 100).toFixed(2);
    fc.assert(
      fc.property(cents, cents, cents, (line, from, to) => {
        fc.pre(from !== line);
        const crossed = from < line ? to >= line : to <= line;
        expect(judgeAlert({ kind: 'CROSS', price: text(line) }, text(from), text(to))).toBe(crossed ? 'raise' : 'none');
      }),
    );
  });
});
