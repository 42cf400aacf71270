import { describe, expect, it } from 'vitest';
import { mostExecutors, type StrategyAction } from '../../../core/contract/strategy.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { driverParts, fillOf, orderOf, place, type Script, scripted } from '../../../tests/kit/strategy-kit.ts';
import { noLimits, type TradingLimits } from './account/trading-limits.ts';
import type { DriverParts } from './driver-parts.ts';
import { defineExecutor, type ExecutionProgress } from './executor.ts';
import { StrategyDriver } from './strategy-driver.ts';
import { StrategyFault } from './strategy-fault.ts';

const run = (script: Script, more: Partial<DriverParts> = {}) =>
  StrategyDriver.start(driverParts({ definition: scripted(script), ...more }), {}, 7, 0);
const heard = (driver: StrategyDriver): readonly string[] => (driver.state as { heard: readonly string[] }).heard;

describe('a strategy driver', () => {
  it('numbers orders, and tells the strategy of them by its own tags', () => {
    const { driver, effects } = run({ start: [place('a'), place('b', { side: 'SELL' })], on: { 'filled a': [place('a')] } });
    expect(effects).toMatchObject([
      { type: 'place', intent: { clientOrderId: 'i-1', side: 'BUY' } },
      { type: 'place', intent: { clientOrderId: 'i-2', side: 'SELL' } },
    ]);
    driver.order({ type: 'accepted', clientOrderId: 'i-1', order: orderOf('i-1') }, 1);
    const order = orderOf('i-1', { status: 'FILLED', filledQty: '1' });
    const after = driver.order({ type: 'filled', clientOrderId: 'i-1', order, fill: fillOf() }, 2);
    expect(after).toMatchObject([{ type: 'place', intent: { clientOrderId: 'i-3' } }]);
    expect(heard(driver)).toEqual(['accepted a', 'filled a']);
  });

  describe('with a pair', () => {
    const legs = { takeProfit: { type: 'LIMIT', price: '110' }, stopLoss: { type: 'STOP_MARKET', triggerPrice: '95' } } as const;
    const oco = place('pair', { side: 'SELL', triggerKind: 'OCO', ...legs });
    const bracket = place('entry', { triggerKind: 'CONDITIONAL_OCO', ...legs });

    it('names every order of it, and books what any of them fills', () => {
      const { driver, effects } = run({ start: [bracket] });
      expect(effects).toMatchObject([
        {
          intent: {
            clientOrderId: 'i-1',
            takeProfit: { clientOrderId: 'i-1.takeProfit' },
            stopLoss: { clientOrderId: 'i-1.stopLoss' },
          },
        },
      ]);
      const filled = { status: 'FILLED', filledQty: '1' } as const;
      driver.order({ type: 'filled', clientOrderId: 'i-1', order: orderOf('i-1', filled), fill: fillOf() }, 1);
      const stop = orderOf('i-1.stopLoss', { ...filled, side: 'SELL' });
      driver.order({ type: 'filled', clientOrderId: 'i-1.stopLoss', order: stop, fill: fillOf({ side: 'SELL', price: '95' }) }, 2);
      driver.order({ type: 'canceled', clientOrderId: 'i-1.takeProfit', order: orderOf('i-1.takeProfit', { status: 'CANCELED' }) }, 2);
      expect(heard(driver)).toEqual(['filled entry', 'filled entry.stopLoss', 'canceled entry.takeProfit']);
      expect(driver.account.positions).toEqual([]);
      expect(driver.workingOrders).toEqual([]);
    });

    it('tells its denial once, and nothing of it works any more', () => {
      const { driver } = run({ start: [oco] });
      expect(driver.workingOrders.map(({ tag }) => tag)).toEqual(['pair', 'pair.stopLoss']);
      driver.order({ type: 'denied', clientOrderId: 'i-1', code: 'ORDER_OCO_PRICES', params: {} }, 1);
      expect(heard(driver)).toEqual(['denied pair ORDER_OCO_PRICES']);
      expect(driver.workingOrders).toEqual([]);
    });

    it('counts its legs once: only one of them can fill', () => {
      const limits = { ...noLimits, maxPosition: '250' };
      const { effects } = run({ start: [oco, place('more', { side: 'SELL' }), place('over', { side: 'SELL' })] }, { limits: () => limits });
      expect(effects).toMatchObject([{ intent: { clientOrderId: 'i-1' } }, { intent: { clientOrderId: 'i-2' } }]);
    });

    it('amends and cancels each order of it by its own tag', () => {
      const { effects } = run({
        start: [oco, { type: 'amend', tag: 'pair.stopLoss', triggerPrice: '96' }, { type: 'cancel', tag: 'pair' }],
      });
      expect(effects.slice(1)).toMatchObject([
        { type: 'amend', clientOrderId: 'i-1.stopLoss', triggerPrice: '96' },
        { type: 'cancel', clientOrderId: 'i-1' },
      ]);
      expect(() => run({ start: [oco, place('pair.stopLoss')] })).toThrow(StrategyFault);
    });
  });

  it('ignores what it was told before: orders that have ended, and those of others', () => {
    const { driver } = run({ start: [place('a')] });
    const order = orderOf('i-1', { status: 'FILLED', filledQty: '1' });
    for (let time = 0; time < 2; time++) driver.order({ type: 'filled', clientOrderId: 'i-1', order, fill: fillOf() }, 1);
    driver.order({ type: 'accepted', clientOrderId: 'other-1', order: orderOf('other-1') }, 1);
    expect(heard(driver)).toEqual(['filled a']);
    expect(driver.account.positions).toMatchObject([{ side: 'LONG', qty: '1', entryPrice: '100' }]);
  });

  it('goes on from its snapshot as if it had never stopped', () => {
    const script: Script = {
      subscribe: [{ type: 'band', instrumentId: testInstrument.id, low: '90', high: '110' }],
      start: [place('a'), { type: 'setTimer', timer: 'later', afterMs: 50 }],
      on: {
        'timer later': [place('b')],
        'band above': [{ type: 'cancel', tag: 'a' }],
        'filled a': [{ type: 'note', key: 'n', params: {} }],
      },
    };
    const parts = driverParts({ definition: scripted(script) });
    const steps: ReadonlyArray<(driver: StrategyDriver) => readonly unknown[]> = [
      (driver) => driver.price(testInstrument.id, '100', 1),
      (driver) => driver.ring(50),
      (driver) => driver.order({ type: 'accepted', clientOrderId: 'i-2', order: orderOf('i-2') }, 51),
      (driver) => driver.price(testInstrument.id, '111', 52),
      (driver) => driver.price(testInstrument.id, '112', 53),
      (driver) =>
        driver.order(
          {
            type: 'filled',
            clientOrderId: 'i-1',
            order: orderOf('i-1', { status: 'PARTIALLY_FILLED', filledQty: '0.4' }),
            fill: fillOf({ qty: '0.4' }),
          },
          54,
        ),
      (driver) => driver.stop(60),
    ];
    const once = StrategyDriver.start(parts, {}, 7, 0).driver;
    let restored = StrategyDriver.start(parts, {}, 7, 0).driver;
    for (const step of steps) {
      restored = StrategyDriver.restore(parts, JSON.parse(JSON.stringify(restored.snapshot)));
      expect(step(restored)).toEqual(step(once));
      expect(restored.snapshot).toEqual(once.snapshot);
    }
    expect(heard(restored)).toEqual(['band inside', 'timer later', 'accepted b', 'band above', 'filled a', 'stop']);
  });

  it('denies what a limit forbids, and the strategy hears of it in the same step', () => {
    const limits = { ...noLimits, maxOrderAmount: '150' };
    const { driver, effects } = run({ start: [place('small'), place('large', { qty: '2' })] }, { limits: () => limits });
    expect(effects).toHaveLength(1);
    expect(heard(driver)).toEqual(['denied large LIMIT_ORDER_AMOUNT']);
  });

  it('lets a strategy take back what was denied before it heard of it', () => {
    const limits = { ...noLimits, isHalted: true };
    const { driver, effects } = run({ start: [place('a'), { type: 'cancel', tag: 'a' }] }, { limits: () => limits });
    expect(effects).toEqual([]);
    expect(heard(driver)).toEqual(['denied a LIMIT_HALTED', 'refused a ORDER_ENDED']);
  });

  describe('holds an amendment to its limits like an order', () => {
    const amend = (price: string, qty: string): StrategyAction => ({ type: 'amend', tag: 'a', price, qty });
    /** An order of 1 at 10 is amended once the limits hold; 0.4 of it have filled where `filledQty` says so. */
    const amendUnder = (limits: Partial<TradingLimits>, changes: readonly StrategyAction[], filledQty = '0') => {
      let held = noLimits;
      const denied: string[] = [];
      const onDenied: DriverParts['onDenied'] = ({ tag, code }) => denied.push(`${tag} ${code}`);
      const script = { start: [place('a', { qty: '1', price: '10' })], on: { [filledQty === '0' ? 'accepted a' : 'filled a']: changes } };
      const { driver } = run(script, { limits: () => held, onDenied });
      held = { ...noLimits, ...limits };
      const order = orderOf('i-1', { price: '10', qty: '1', filledQty, status: filledQty === '0' ? 'UNFILLED' : 'PARTIALLY_FILLED' });
      const effects =
        filledQty === '0'
          ? driver.order({ type: 'accepted', clientOrderId: 'i-1', order }, 1)
          : driver.order({ type: 'filled', clientOrderId: 'i-1', order, fill: fillOf({ price: '10', qty: filledQty }) }, 1);
      return { driver, denied, done: effects.map((effect) => (effect.type === 'amend' ? `amend ${effect.qty}` : effect.type)) };
    };

    it.each<[string, Partial<TradingLimits>]>([
      ['LIMIT_ORDER_AMOUNT', { maxOrderAmount: '100' }],
      ['LIMIT_POSITION', { maxPosition: '500' }],
      ['LIMIT_ORDER_RATE', { maxOrdersPerMinute: 1 }],
      ['LIMIT_HALTED', { isHalted: true }],
    ])('%s', (code, limits) => {
      const { driver, done, denied } = amendUnder(limits, [amend('1000', '1000')]);
      expect(done).toEqual([]);
      expect(denied).toEqual([`a ${code}`]);
      // The order works on as it was: nothing that looks like its end is heard.
      expect(heard(driver)).toEqual(['accepted a', `refused a ${code}`]);
      expect(driver.workingOrders).toMatchObject([{ openQty: '1', price: '10' }]);
    });

    it('lets through what the limits allow, without counting the order twice', () => {
      expect(amendUnder({ maxPosition: '100' }, [amend('10', '10')]).done).toEqual(['amend 10']);
      expect(amendUnder({ maxPosition: '100' }, [amend('10', '10')], '0.4').done).toEqual(['amend 10']);
      expect(amendUnder({ maxPosition: '100' }, [amend('10', '10.1')], '0.4').denied).toEqual(['a LIMIT_POSITION']);
    });

    it('counts an order with the larger quantity until it is told what became of its amendment', () => {
      const next = place('b', { qty: '5', price: '10' });
      const { driver } = amendUnder({ maxPosition: '100' }, [amend('10', '6'), next]);
      expect(heard(driver)).toEqual(['accepted a', 'denied b LIMIT_POSITION']);
    });

    it('tells a refusal of the exchange, and counts the order as it was from then on', () => {
      const { driver } = amendUnder({ maxPosition: '100' }, [amend('10', '6'), amend('10', '8')]);
      const refusal = { type: 'refused', clientOrderId: 'i-1', code: 'ORDER_NOT_AMENDABLE', params: { orderId: '1' } } as const;
      expect(driver.workingOrders).toMatchObject([{ openQty: '8' }]);
      driver.order(refusal, 2);
      expect(driver.workingOrders).toMatchObject([{ openQty: '8' }]);
      driver.order(refusal, 3);
      expect(driver.workingOrders).toMatchObject([{ openQty: '1' }]);
      expect(heard(driver)).toEqual(['accepted a', 'refused a ORDER_NOT_AMENDABLE', 'refused a ORDER_NOT_AMENDABLE']);
    });

    it('always lets a cancel through', () => {
      expect(amendUnder({ isHalted: true, maxOrdersPerMinute: 0 }, [{ type: 'cancel', tag: 'a' }]).done).toEqual(['cancel']);
    });
  });

  it('counts the orders of the last minute', () => {
    const limits = { ...noLimits, maxOrdersPerMinute: 1 };
    const timers: StrategyAction[] = [59_999, 60_000].map((afterMs) => ({ type: 'setTimer', timer: `at ${afterMs}`, afterMs }));
    const on = { 'timer at 59999': [place('b')], 'timer at 60000': [place('c')] };
    const { driver } = run({ start: [place('a'), ...timers], on }, { limits: () => limits });
    expect(driver.nextTimerMs).toBe(59_999);
    expect(driver.ring(59_999)).toEqual([]);
    expect(driver.ring(60_000)).toMatchObject([{ type: 'place' }]);
    expect(heard(driver)).toContain('denied b LIMIT_ORDER_RATE');
  });

  describe('measures the loss of a day from midnight UTC', () => {
    const dayMs = 86_400_000;
    let price = '100';
    /** On day 10 it has bought 10 at 100. No limit of its own ever asks how the day goes. */
    const holding = () => {
      price = '100';
      const script: Script = { start: [place('a', { qty: '10' })] };
      const parts = driverParts({ definition: scripted(script), lastPrice: () => price });
      const { driver } = StrategyDriver.start(parts, {}, 7, 10 * dayMs + 1);
      const order = orderOf('i-1', { qty: '10', status: 'FILLED', filledQty: '10' });
      driver.order({ type: 'filled', clientOrderId: 'i-1', order, fill: fillOf({ qty: '10' }) }, 10 * dayMs + 2);
      return { driver, parts };
    };

    it('also when nothing happens then: it wants to be rung', () => {
      const { driver } = holding();
      expect(driver.nextTimerMs).toBe(11 * dayMs);
      price = '60';
      expect(driver.account.profitToday()).toBe('-400');
      expect(driver.ring(11 * dayMs)).toEqual([]);
      expect(driver.account.profitToday()).toBe('0');
      expect(driver.nextTimerMs).toBe(12 * dayMs);
      price = '59';
      expect(driver.account.profitToday()).toBe('-10');
      expect(heard(driver)).toEqual(['filled a']);
    });

    it('and a restart does not begin the day anew', () => {
      const { driver, parts } = holding();
      driver.ring(11 * dayMs);
      price = '60';
      const restored = StrategyDriver.restore(parts, JSON.parse(JSON.stringify(driver.snapshot)));
      restored.ring(11 * dayMs + 5);
      expect(restored.account.profitToday()).toBe('-400');
      expect(restored.nextTimerMs).toBe(12 * dayMs);
    });

    it('before what the first news of the day brings', () => {
      const sold = place('b', { side: 'SELL', qty: '10', price: '90' });
      const { driver } = run({ start: [place('a', { qty: '10' }), sold] });
      driver.order(
        {
          type: 'filled',
          clientOrderId: 'i-1',
          order: orderOf('i-1', { qty: '10', filledQty: '10', status: 'FILLED' }),
          fill: fillOf({ qty: '10' }),
        },
        1,
      );
      const order = orderOf('i-2', { side: 'SELL', qty: '10', filledQty: '10', status: 'FILLED' });
      driver.order(
        { type: 'filled', clientOrderId: 'i-2', order, fill: fillOf({ tradeId: '2', side: 'SELL', qty: '10', price: '90' }) },
        dayMs + 1,
      );
      expect(driver.account.profitToday()).toBe('-100');
    });

    it('and is never rung for it before its first fill', () => {
      expect(run({ start: [place('a')] }).driver.nextTimerMs).toBe(Number.POSITIVE_INFINITY);
    });
  });

  it.each<[string, Script]>([
    ['uses a tag twice', { start: [place('a'), place('a')] }],
    ['starts an executor that does not exist', { start: [{ type: 'startExecutor', tag: 'x', kind: 'none', config: {} }] }],
    ['asks for what is no action', { start: [{ type: 'dance' } as unknown as StrategyAction] }],
  ])('ends a strategy that %s', (_, script) => {
    expect(() => run(script)).toThrow(StrategyFault);
  });

  it('ends a strategy that throws, gives no step, or answers itself for ever', () => {
    const base = scripted({});
    const broken = { ...base, onTimer: () => ({ actions: 'none' }) as never };
    const throwing = { ...base, onTimer: () => JSON.parse('{') };
    for (const definition of [broken, throwing]) {
      const { driver } = StrategyDriver.start(
        driverParts({
          definition: {
            ...definition,
            start: () => ({ state: {}, subscribe: [], actions: [{ type: 'setTimer', timer: 't', afterMs: 0 }] }),
          },
        }),
        {},
        1,
        0,
      );
      expect(() => driver.ring(0)).toThrow(StrategyFault);
    }
    const endless = { ...noLimits, isHalted: true };
    const script = { start: [place('a')], on: { 'denied a LIMIT_HALTED': [place('a')] } };
    expect(() => run(script, { limits: () => endless })).toThrow(/answers to one event/);
  });

  it('gives each instance a sequence of its own that goes on after a restart', () => {
    const drawing = { ...scripted({}), onTimer: ({ random }: { random(): number }) => ({ state: random(), actions: [] }) } as never;
    const parts = driverParts({ definition: drawing });
    const draw = (driver: StrategyDriver): unknown => {
      driver.update({}, 0);
      return driver.state;
    };
    const first = StrategyDriver.start(parts, {}, 7, 0).driver;
    const second = StrategyDriver.start(parts, {}, 7, 0).driver;
    expect(draw(first)).toBe(draw(second));
    expect(draw(StrategyDriver.restore(parts, first.snapshot))).toBe(draw(second));
  });
});

describe('an executor', () => {
  interface Parent {
    readonly progress: ExecutionProgress;
  }
  const one = defineExecutor<unknown, Parent>({
    params: {},
    start: () => ({
      state: { progress: { status: 'EXECUTING', filledQty: '0', filledQuote: '0' } },
      subscribe: [],
      actions: [place('child')],
    }),
    onMarket: (_context, state) => ({ state, actions: [] }),
    onTimer: (_context, state) => ({ state, actions: [] }),
    onOrder: (_context, state, event) =>
      event.type === 'filled'
        ? { state: { progress: { status: 'EXECUTED', filledQty: event.fill.qty, filledQuote: '100' } }, actions: [] }
        : { state, actions: [] },
    onStop: (_context, state) => ({
      state: { progress: { ...state.progress, status: 'CANCELED' } },
      actions: [{ type: 'cancel', tag: 'child' }],
    }),
    progress: ({ progress }) => progress,
  });
  const begin: StrategyAction = { type: 'startExecutor', tag: 'parent', kind: 'one', config: {} };

  it('has tags of its own, and the strategy hears its fills and its end under the executor’s', () => {
    const { driver, effects } = run({ start: [place('child'), begin] }, { executors: { one } });
    expect(effects).toHaveLength(2);
    const order = orderOf('i-2', { status: 'FILLED', filledQty: '1' });
    driver.order({ type: 'filled', clientOrderId: 'i-2', order, fill: fillOf() }, 1);
    expect(heard(driver)).toEqual(['filled parent', 'EXECUTED parent']);
    expect(driver.snapshot.actors.map(({ id }) => id)).toEqual(['']);
  });

  it('is one of a bounded number: who starts more is ended', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...begin, tag: `e${at}` }));
    expect(run({ start: many(mostExecutors) }, { executors: { one } }).effects).toHaveLength(mostExecutors);
    expect(() => run({ start: many(mostExecutors + 1) }, { executors: { one } })).toThrow('at most 100 executors may run at once');
  });

  it('is canceled by its tag', () => {
    const on = { 'timer stop': [{ type: 'cancel', tag: 'parent' } as const] };
    const { driver } = run({ start: [begin, { type: 'setTimer', timer: 'stop', afterMs: 0 }], on }, { executors: { one } });
    expect(driver.ring(0)).toMatchObject([{ type: 'cancel', clientOrderId: 'i-1' }]);
    expect(heard(driver)).toEqual(['timer stop', 'CANCELED parent']);
  });
});

describe('money that a strategy moves', () => {
  const loan = { type: 'borrow', tag: 'loan', apiId: 1, accountType: 'spot', asset: 'USDT', amount: '5' } as const;
  const paid = { ...loan, type: 'repay', tag: 'back' } as const;

  it('is told under its tag once it has moved or was refused, through a restart, and once', () => {
    const parts = driverParts({ definition: scripted({ start: [loan, paid] }) as never });
    const { driver, effects } = StrategyDriver.start(parts, {}, 1, 0);
    expect(effects).toEqual([
      { type: 'borrow', reference: 'i-1', apiId: 1, accountType: 'spot', asset: 'USDT', amount: '5' },
      { type: 'repay', reference: 'i-2', apiId: 1, accountType: 'spot', asset: 'USDT', amount: '5' },
    ]);
    const restored = StrategyDriver.restore(parts, JSON.parse(JSON.stringify(driver.snapshot)));
    const moved = { type: 'moved', clientOrderId: 'i-1', denial: null } as const;
    for (let told = 0; told < 2; told++) restored.order(moved, 1);
    restored.order({ type: 'moved', clientOrderId: 'i-2', denial: { code: 'LOAN_EXCEEDED', params: {} } }, 2);
    expect((restored.state as { readonly heard: readonly string[] }).heard).toEqual(['moved loan', 'refused back LOAN_EXCEEDED']);
    expect(restored.snapshot.moves).toBeUndefined();
  });
});
