import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { orderOf, place, type Script, scripted } from '../../../tests/kit/strategy-kit.ts';
import { noLimits, type TradingLimits } from '../driver/trading-limits.ts';
import { StrategyRunner } from './strategy-runner.ts';
import type { StepInput, StepResult, WorkerReply } from './worker-protocol.ts';

function begin(script: Script, limits: TradingLimits = noLimits) {
  const runner = new StrategyRunner({
    strategies: { scripted: scripted(script) },
    executors: {},
    instruments: { [testInstrument.id]: testInstrument },
    elapsedMs: () => 0,
  });
  let snapshot: string | null = null;
  let id = 0;
  const ask = (instanceId: string, inputs: readonly StepInput[], isNew = false): WorkerReply | null =>
    runner.answer({
      kind: 'step',
      id: ++id,
      instanceId,
      inputs,
      opening: isNew ? { strategyId: 'scripted', params: {}, seed: 1, snapshot } : null,
      world: { nowMs: id, limits, lastPrices: {}, balances: [] },
    });
  const step = (inputs: readonly StepInput[], isNew = false): StepResult => {
    const reply = ask('i', inputs, isNew);
    if (reply?.kind !== 'stepped') throw new Error(JSON.stringify(reply));
    snapshot = reply.result.snapshot;
    return reply.result;
  };
  return { ask, step, runner };
}

const accepted = (clientOrderId: string): StepInput => ({
  type: 'order',
  report: { type: 'accepted', clientOrderId, order: orderOf(clientOrderId) },
});

describe('the runner of a thread', () => {
  it('gives what a step wants done with the state after it, and goes on from that in another thread', () => {
    const first = begin({ start: [place('a')], on: { 'accepted a': [place('b')] } });
    const started = first.step([{ type: 'start' }], true);
    expect(started.effects).toMatchObject([{ type: 'place', intent: { clientOrderId: 'i-1' } }]);
    const again = begin({ on: { 'accepted a': [place('b')] } });
    const reply = again.runner.answer({
      kind: 'step',
      id: 1,
      instanceId: 'i',
      inputs: [accepted('i-1')],
      opening: { strategyId: 'scripted', params: {}, seed: 1, snapshot: started.snapshot },
      world: { nowMs: 1, limits: noLimits, lastPrices: {}, balances: [] },
    });
    expect(reply).toMatchObject({ kind: 'stepped', result: { effects: [{ intent: { clientOrderId: 'i-2' } }], orders: [{}, {}] } });
  });

  it('tells what was denied to a strategy', () => {
    const { step } = begin({ start: [place('a')] }, { ...noLimits, isHalted: true });
    expect(step([{ type: 'start' }], true).denials).toEqual([{ tag: 'a', code: 'LIMIT_HALTED', params: {} }]);
  });

  it('stops a strategy in the step in which it finishes; only its orders concern it afterwards', () => {
    const finish = { type: 'finish', key: 'done', params: {} } as const;
    const { step } = begin({ start: [place('a')], on: { 'accepted a': [finish], stop: [{ type: 'cancel', tag: 'a' }] } });
    step([{ type: 'start' }], true);
    const result = step([accepted('i-1'), { type: 'ring' }, { type: 'update', params: {} }]);
    expect(result.isFinished).toBe(true);
    expect(result.effects.map(({ type }) => type)).toEqual(['finish', 'cancel']);
  });

  it('ends an instance that breaks the contract and runs the others on', () => {
    const { ask, step } = begin({ start: [place('a')], on: { 'timer params': [place('a')] } });
    step([{ type: 'start' }], true);
    expect(ask('j', [{ type: 'start' }], false)).toMatchObject({ kind: 'fault', fault: { problem: 'there is no instance j' } });
    expect(ask('i', [{ type: 'update', params: {} }])).toMatchObject({ kind: 'fault', fault: { hook: 'onTimer' } });
    expect(ask('i', [{ type: 'ring' }])).toMatchObject({ kind: 'fault' });
    expect(step([{ type: 'ring' }], true).orders).toHaveLength(1);
  });
});
