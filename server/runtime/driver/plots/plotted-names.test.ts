import { describe, expect, it } from 'vitest';
import type { StrategyAction } from '../../../../core/contract/strategy.ts';
import { testInstrument } from '../../../../tests/kit/market-fixtures.ts';
import { driverParts, type Script, scripted } from '../../../../tests/kit/strategy-kit.ts';
import { StrategyDriver } from '../strategy-driver.ts';
import { StrategyFault } from '../strategy-fault.ts';

const run = (script: Script) => StrategyDriver.start(driverParts({ definition: scripted(script) }), {}, 7, 0);

describe('what a strategy plots', () => {
  const plot = (more: object = {}): StrategyAction =>
    ({ type: 'plot', instrumentId: testInstrument.id, series: 'fair', value: '100.1', ...more }) as StrategyAction;
  const mark = (more: object = {}): StrategyAction =>
    ({ type: 'mark', instrumentId: testInstrument.id, key: 'mark.turn', params: { by: '2' }, ...more }) as StrategyAction;

  it('comes out of its step with the time of it, and is no order', () => {
    const { driver, effects } = run({
      start: [plot(), mark({ side: 'BUY', price: '99' })],
      on: { 'timer params': [plot({ value: '-3' })] },
    });
    expect(effects).toEqual([
      { ...plot(), timeMs: 0 },
      { ...mark(), side: 'BUY', price: '99', timeMs: 0 },
    ]);
    expect(driver.update({}, 5)).toEqual([{ ...plot({ value: '-3' }), timeMs: 5 }]);
    expect(driver.workingOrders).toEqual([]);
  });

  it.each([
    [plot({ value: 'NaN' }), 'plot: value must be a decimal'],
    [plot({ value: 100.1 }), 'plot: value must be a decimal'],
    [plot({ value: '1e400' }), 'plot: value must be a decimal'],
    [plot({ series: 'x'.repeat(41) }), 'plot: series must be 1 to 40 letters, digits, _ or -'],
    [plot({ instrumentId: 'nowhere/X/spot' }), 'plot: instrumentId is no market of the params'],
    [mark({ key: 'a\u0000' }), 'mark: key must be 1 to 120 letters, digits, dots, _ or -'],
    [mark({ params: null }), 'mark: params must be an object'],
    [mark({ params: { text: 'x'.repeat(300) } }), 'mark: params and key must not be longer than 300 characters'],
    [mark({ side: 'UP' }), 'mark: side must be one of BUY, SELL'],
    [mark({ price: 'Infinity' }), 'mark: price must be a decimal'],
  ])('is refused by field and rule when it is wrong: %j', (action, problem) => {
    expect(() => run({ start: [action] })).toThrow(new StrategyFault('start', problem));
  });

  it('has at most eight lines a market, counted over a restart', () => {
    const lines = Array.from({ length: 8 }, (_, at) => plot({ series: `line${at}` }));
    const parts = driverParts({
      definition: scripted({ start: lines, on: { 'timer params': [plot({ series: 'line3' }), plot({ series: 'ninth' })] } }),
    });
    const { driver } = StrategyDriver.start(parts, {}, 7, 0);
    const restored = StrategyDriver.restore(parts, JSON.parse(JSON.stringify(driver.snapshot)));
    expect(() => restored.update({}, 1)).toThrow('plot: series may have at most 8 different values on one market');
  });

  it('leaves a snapshot of before there were plots as it is', () => {
    const parts = driverParts({ definition: scripted({}) });
    const { driver } = StrategyDriver.start(parts, {}, 7, 0);
    expect(driver.snapshot).not.toHaveProperty('plots');
    expect(StrategyDriver.restore(parts, driver.snapshot).snapshot).toEqual(driver.snapshot);
  });
});
