import { describe, expect, it } from 'vitest';
import type { StrategyDefinition } from '../../../core/contract/strategy.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { orderOf, place, type Script, scripted } from '../../../tests/kit/strategy-kit.ts';
import { noLimits, type TradingLimits } from '../driver/account/trading-limits.ts';
import { StrategyRunner } from './strategy-runner.ts';
import { sharedShelf } from './strategy-shelf.ts';
import type { StepInput, StepResult, WorkerAnswer } from './worker-protocol.ts';

function begin(script: Script, limits: TradingLimits = noLimits) {
  const runner = new StrategyRunner({
    shelf: sharedShelf({ scripted: scripted(script) as StrategyDefinition }),
    executors: {},
    instruments: { [testInstrument.id]: testInstrument },
    elapsedMs: () => 0,
  });
  let snapshot: string | null = null;
  let nowMs = 0;
  const ask = (instanceId: string, inputs: readonly StepInput[], isNew = false): WorkerAnswer =>
    runner.answer({
      kind: 'step',
      instanceId,
      inputs,
      opening: isNew ? { strategyId: 'scripted', params: {}, seed: 1, snapshot } : null,
      world: { nowMs: ++nowMs, limits, lastPrices: {}, balances: null, instruments: [] },
    });
  const step = (inputs: readonly StepInput[], isNew = false): StepResult => {
    const reply = ask('i', inputs, isNew);
    if (reply.kind !== 'stepped') throw new Error(JSON.stringify(reply));
    snapshot = reply.result.saved?.snapshot ?? snapshot;
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
      instanceId: 'i',
      inputs: [accepted('i-1')],
      opening: { strategyId: 'scripted', params: {}, seed: 1, snapshot: started.saved?.snapshot ?? null },
      world: { nowMs: 1, limits: noLimits, lastPrices: {}, balances: null, instruments: [] },
    });
    expect(reply).toMatchObject({
      kind: 'stepped',
      result: { effects: [{ intent: { clientOrderId: 'i-2' } }], saved: { orders: [{}, {}] } },
    });
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
    expect(step([{ type: 'ring' }], true).saved?.orders).toHaveLength(1);
  });

  it('tells its state when something came of a step, and else only now and then', () => {
    const { step } = begin({ start: [place('a')] });
    const book: StepInput = {
      type: 'market',
      event: { type: 'book', book: { instrumentId: testInstrument.id, sequence: 1, timeMs: 0, bids: [], asks: [] } },
    };
    expect(step([{ type: 'start' }], true).saved).not.toBeNull();
    const quiet = Array.from({ length: 1_000 }, () => step([book]).saved);
    expect(quiet.filter((saved) => saved !== null)).toHaveLength(1);
    expect(step([accepted('i-1')]).saved).not.toBeNull();
  });

  it('reckons by the terms that it was told of last, in another thread as well, whatever that knows of the market', () => {
    const ticks: string[] = [];
    const tick: StrategyDefinition = {
      ...(scripted({ subscribe: [] }) as StrategyDefinition),
      onTimer: (context, state) => {
        ticks.push(context.instruments[testInstrument.id]?.tick ?? '');
        return { state, actions: [] };
      },
    };
    const thread = (ofThread: string) => {
      const instruments = { [testInstrument.id]: { ...testInstrument, tick: ofThread } };
      const runner = new StrategyRunner({ shelf: sharedShelf({ tick }), executors: {}, instruments, elapsedMs: () => 0 });
      return (inputs: readonly StepInput[], snapshot: string | null | undefined, told: readonly string[] = []): string => {
        const opening = snapshot === undefined ? null : { strategyId: 'tick', params: {}, seed: 1, snapshot };
        const world = { nowMs: 1, limits: noLimits, lastPrices: {}, balances: null };
        const markets = told.map((one) => ({ ...testInstrument, tick: one }));
        const answer = runner.answer({ kind: 'step', instanceId: 'i', opening, inputs, world: { ...world, instruments: markets } });
        return answer.kind === 'stepped' ? (answer.result.saved?.snapshot ?? '') : JSON.stringify(answer);
      };
    };
    const update: StepInput = { type: 'update', params: {} };
    const first = thread('0.01');
    first([{ type: 'start' }, update], null, ['0.02']);
    const saved = first([update], undefined, ['0.5']);
    thread('0.05')([update], saved);
    expect(ticks).toEqual(['0.02', '0.5', '0.5']);
  });

  it('remembers balances that it is not told again', () => {
    const { runner, step } = begin({ start: [place('a')] });
    step([{ type: 'start' }], true);
    const world = { nowMs: 2, limits: noLimits, lastPrices: {}, balances: null, instruments: [] };
    expect(runner.answer({ kind: 'step', instanceId: 'i', opening: null, inputs: [accepted('i-1')], world })).toMatchObject({
      kind: 'stepped',
    });
  });
});
