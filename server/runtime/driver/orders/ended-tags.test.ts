import { describe, expect, it } from 'vitest';
import { mostEndedTags, type StrategyAction } from '../../../../core/contract/strategy.ts';
import { driverParts, fillOf, orderOf, place, type Script, scripted } from '../../../../tests/kit/strategy-kit.ts';
import { noLimits } from '../account/trading-limits.ts';
import type { DriverDenial, DriverParts } from '../driver-parts.ts';
import { StrategyDriver } from '../strategy-driver.ts';

const run = (script: Script, more: Partial<DriverParts> = {}) =>
  StrategyDriver.start(driverParts({ definition: scripted(script), ...more }), {}, 7, 0);
const heard = (driver: StrategyDriver): readonly string[] => (driver.state as { heard: readonly string[] }).heard;

describe('a strategy that cancels or amends where nothing is open', () => {
  const cancel = (tag: string): StrategyAction => ({ type: 'cancel', tag });
  const ended = orderOf('i-1', { status: 'FILLED', filledQty: '1' });
  const filled = (driver: StrategyDriver) => driver.order({ type: 'filled', clientOrderId: 'i-1', order: ended, fill: fillOf() }, 1);
  const denied = () => {
    const codes: string[] = [];
    return { codes, onDenied: ({ tag, action, code }: DriverDenial) => void codes.push(`${action} ${tag} ${code}`) };
  };

  it('is told that its order has ended, which nobody holds against it', () => {
    const { codes, onDenied } = denied();
    const on = { 'filled a': [cancel('a'), { type: 'amend', tag: 'a', price: '99' } as const] };
    const { driver } = run({ start: [place('a')], on }, { onDenied });
    expect(filled(driver)).toEqual([]);
    expect(heard(driver)).toEqual(['filled a', 'refused a ORDER_ENDED', 'refused a ORDER_ENDED']);
    expect(codes).toEqual([]);
  });

  it('is told so after a restart too', () => {
    const parts = driverParts({ definition: scripted({ start: [place('a')], on: { stop: [cancel('a')] } }) });
    const { driver } = StrategyDriver.start(parts, {}, 1, 0);
    filled(driver);
    const restored = StrategyDriver.restore(parts, JSON.parse(JSON.stringify(driver.snapshot)));
    restored.stop(2);
    expect(heard(restored)).toEqual(['filled a', 'stop', 'refused a ORDER_ENDED']);
  });

  it('is denied a tag that nothing has ever had, and goes on', () => {
    const { codes, onDenied } = denied();
    const { driver, effects } = run({ start: [cancel('typo'), place('a')] }, { onDenied });
    expect(effects).toMatchObject([{ type: 'place' }]);
    expect(heard(driver)).toEqual(['refused typo ORDER_TAG_UNKNOWN']);
    expect(codes).toEqual(['cancel typo ORDER_TAG_UNKNOWN']);
  });

  it('remembers no more ended tags than the contract says', () => {
    const limits = { ...noLimits, isHalted: true };
    const many = Array.from({ length: mostEndedTags + 1 }, (_, at) => place(`t${at}`));
    const { driver } = run({ start: [...many, cancel('t0'), cancel('t1')] }, { limits: () => limits });
    expect(heard(driver).slice(-2)).toEqual(['refused t0 ORDER_TAG_UNKNOWN', 'refused t1 ORDER_ENDED']);
  });

  it('comes to an end when it answers each refusal with the next', () => {
    expect(() => run({ start: [cancel('x')], on: { 'refused x ORDER_TAG_UNKNOWN': [cancel('x')] } })).toThrow(/answers to one event/);
  });
});
