import { expect, it } from 'vitest';
import { driverParts, fillOf, orderOf, place, scripted } from '../../../../tests/kit/strategy-kit.ts';
import { StrategyDriver } from '../../driver/strategy-driver.ts';
import { nextTimerOf } from './step-record.ts';

it('an instance that is taken up is rung when its driver would have asked for it', () => {
  const script = { start: [place('a')], on: { 'timer t': [], 'filled a': [{ type: 'setTimer', timer: 't', afterMs: 5 } as const] } };
  const { driver } = StrategyDriver.start(driverParts({ definition: scripted(script) }), {}, 7, 0);
  expect(nextTimerOf(driver.snapshot)).toBeNull();
  driver.order({ type: 'filled', clientOrderId: 'i-1', order: orderOf('i-1', { status: 'FILLED', filledQty: '1' }), fill: fillOf() }, 1);
  expect(nextTimerOf(driver.snapshot)).toBe(6);
  driver.ring(6);
  // Its books begin a day at midnight, whatever its strategy waits for.
  expect(nextTimerOf(driver.snapshot)).toBe(86_400_000);
  expect(driver.nextTimerMs).toBe(86_400_000);
});
