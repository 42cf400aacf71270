import { describe, expect, it } from 'vitest';
import { applyFill, averageCost, type CostedHolding, cutHolding, noHolding, type SpotFill, unrealised } from './cost-basis.ts';

const buy = (qty: string, price: string, fee = '0'): SpotFill => ({ side: 'BUY', qty, price, fee });
const sell = (qty: string, price: string, fee = '0'): SpotFill => ({ side: 'SELL', qty, price, fee });
const holdingAfter = (...fills: readonly SpotFill[]): CostedHolding =>
  fills.reduce((holding, fill) => applyFill(holding, fill).after, noHolding);

describe('the average cost of a spot holding', () => {
  it('is the mean of the buys by quantity: 1 at 100 and 2 at 103 is 3 at 102', () => {
    const holding = holdingAfter(buy('1', '100'), buy('2', '103'));
    expect(holding).toEqual({ qty: '3', cost: '306' });
    expect(averageCost(holding, 2)).toBe('102');
  });

  it('rises by the fee, which is taken from what was bought', () => {
    const holding = holdingAfter(buy('1', '100', '0.001'), buy('2', '103', '0.002'));
    expect(holding).toEqual({ qty: '2.997', cost: '306' });
    expect(averageCost(holding, 8)).toBe('102.1021021');
  });

  it('does not change by selling', () => {
    const holding = holdingAfter(buy('1', '100'), buy('2', '103'), sell('1.5', '110'));
    expect(holding).toEqual({ qty: '1.5', cost: '153' });
    expect(averageCost(holding, 2)).toBe('102');
  });

  it('is unknown when nothing is held', () => {
    expect(averageCost(holdingAfter(buy('3', '7'), sell('3', '9')), 2)).toBeNull();
  });
});

describe('a sell', () => {
  it('realises price less average cost less its fee', () => {
    const { after: left, close } = applyFill({ qty: '3', cost: '306' }, sell('1.5', '110', '0.165'));
    expect(left).toEqual({ qty: '1.5', cost: '153' });
    expect(close).toEqual({ qty: '1.5', cost: '153', realised: '11.835' });
  });

  it('rounds the cost half up at the twentieth decimal, and leaves nothing behind at the end', () => {
    const first = applyFill({ qty: '3', cost: '100' }, sell('1', '40'));
    expect(first.close).toEqual({ qty: '1', cost: '33.33333333333333333333', realised: '6.66666666666666666667' });
    const last = applyFill(first.after, sell('2', '30'));
    expect(last.after).toEqual({ qty: '0', cost: '0' });
    expect(last.close?.realised).toBe('-6.66666666666666666667');
  });

  it('takes the part with a known cost first, and has a result for that part only', () => {
    const { after: left, close } = applyFill({ qty: '1', cost: '100' }, sell('4', '110', '0.44'));
    expect(left).toEqual({ qty: '0', cost: '0' });
    expect(close).toEqual({ qty: '1', cost: '100', realised: '9.89' });
    expect(applyFill(left, sell('1', '110'))).toEqual({ after: left, close: null });
  });
});

describe('a holding', () => {
  it('has an unrealised result at a mark', () => {
    expect(unrealised({ qty: '2.997', cost: '306' }, '110')).toBe('23.67');
    expect(unrealised({ qty: '1', cost: '100' }, '90.5')).toBe('-9.5');
  });

  it('keeps its average cost when a part of it has left by another way', () => {
    expect(cutHolding({ qty: '3', cost: '306' }, '1')).toEqual({ qty: '1', cost: '102' });
    expect(cutHolding({ qty: '3', cost: '306' }, '5')).toEqual({ qty: '3', cost: '306' });
  });
});
