import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTriggerType, type OrderType, orderTypes, timesInForce } from '../../core/domain/orders/order.ts';
import { orderStatusTable } from '../../core/domain/orders/order-status.ts';
import { isFinal } from '../../core/domain/state-table.ts';
import { decodeCommand, encodeCommand } from '../../server/engine/codec/command-codec.ts';
import { LentRecord } from '../../server/engine/codec/lent-record.ts';
import type { Command } from '../../server/engine/command.ts';
import { createEngine, restoreEngine } from '../../server/engine/engine.ts';
import type { EnginePort } from '../../server/engine/engine-port.ts';
import { silentSink } from '../../server/engine/silent-sink.ts';
import { type EngineOrder, type EngineSink, type OrderCause, orderCauses, systemAccounts } from '../../server/engine/sink.ts';
import { accountCount } from './random-commands.ts';
import { orders, stream } from './random-stream.ts';
import { Recorder } from './recorder.ts';

const runs = { numRuns: 25 };
const seeds = fc.integer({ min: 1, max: 2 ** 31 });
const assets = [0, 1, 2];

/** On spot there is no position. */
const ofPositions: readonly OrderCause[] = ['CANCELED_BY_LIQUIDATION', 'EXPIRED_REDUCE_ONLY'];

describe('the random streams', () => {
  it('fill, fire, expire and refuse in every way there is on spot, so that no property holds for want of cases', () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 60; seed++) {
      stream(seed, 500, (events) => {
        for (const order of orders(events)) {
          if (isFinal(orderStatusTable, order.status)) seen.add(`${order.timeInForce} ends with ${order.filled > 0 ? 'fills' : 'nothing'}`);
          if (order.filled > 0) seen.add(`${order.orderType} ${order.triggerKind ?? 'alone'} fills`);
          if (order.prevented > 0) seen.add(`${order.stp} prevents`);
          if (order.filled > 0 && order.watchedPrice === 'INDEX') seen.add('what watches the index fills');
          if (order.parent > 0 && order.qty === 0 && order.status === 'FAILURE') seen.add('a filled entry ends without a lot for its legs');
        }
        for (const event of events) if (event.kind === 'order') seen.add(event.cause);
      });
    }
    const kindsOf = (type: OrderType): readonly string[] =>
      isTriggerType(type)
        ? ['CONDITIONAL', ...(type.startsWith('TRIGGER') ? [] : ['OCO']), 'CONDITIONAL_OCO']
        : ['alone', 'CONDITIONAL_OCO'];
    const wanted = [
      ...orderCauses.filter((cause) => !ofPositions.includes(cause)),
      ...orderTypes.flatMap((type) => kindsOf(type).map((kind) => `${type} ${kind} fills`)),
      ...timesInForce.flatMap((time) => [`${time} ends with fills`, `${time} ends with nothing`]),
      // Of an owner that trades with itself nothing is prevented; whose rest expires is told by its cause.
      'a filled entry ends without a lot for its legs',
      'DECREMENT prevents',
      'what watches the index fills',
      'EXPIRE_TAKER prevents',
      'EXPIRE_BOTH prevents',
    ];
    expect(wanted.filter((word) => !seen.has(word))).toEqual([]);
  });
});

describe('spot properties', () => {
  it('never leaves a crossed book', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        stream(seed, 300, (_, engine) => {
          for (const instrument of [0, 1]) {
            const [bid] = engine.depth(instrument, 'BUY', 1);
            const [ask] = engine.depth(instrument, 'SELL', 1);
            if (bid !== undefined && ask !== undefined) expect(bid).toBeLessThan(ask);
          }
        });
      }),
      runs,
    );
  });

  it('never fills beyond the quantity, the quote amount of a buy or the limit', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const known = new Map<number, EngineOrder>();
        stream(seed, 300, (events) => {
          for (const event of events) {
            if (event.kind === 'order') {
              const { order } = event;
              known.set(order.orderId, order);
              if (order.quoteAmount === 0n) expect(order.filled + order.prevented).toBeLessThanOrEqual(order.qty);
              else if (order.side === 'BUY') expect(order.filledQuote).toBeLessThanOrEqual(order.quoteAmount);
            } else if (event.kind === 'trade') {
              for (const id of [event.trade.takerOrderId, event.trade.makerOrderId]) {
                const order = known.get(id);
                if (order === undefined || order.price === 0) continue;
                if (order.side === 'BUY') expect(event.trade.price).toBeLessThanOrEqual(order.price);
                else expect(event.trade.price).toBeGreaterThanOrEqual(order.price);
              }
            }
          }
        });
      }),
      runs,
    );
  });

  it('never fills both legs of an OCO', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const filled = new Set<number>();
        stream(seed, 400, (events) => {
          for (const order of orders(events)) {
            if (order.triggerKind === null || order.pair === 0 || order.filled === 0) continue;
            filled.add(order.orderId);
            expect(filled.has(order.pair)).toBe(false);
          }
        });
      }),
      runs,
    );
  });

  it('fills FOK wholly or not at all, and never lets GTX take', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const postOnly = new Set<number>();
        stream(seed, 300, (events) => {
          for (const order of orders(events)) {
            if (order.timeInForce === 'GTX') postOnly.add(order.orderId);
            if (order.timeInForce === 'FOK' && isFinal(orderStatusTable, order.status)) expect([0, order.qty]).toContain(order.filled);
          }
          for (const event of events) if (event.kind === 'trade') expect(postOnly.has(event.trade.takerOrderId)).toBe(false);
        });
      }),
      runs,
    );
  });

  it('conserves every asset at every event, and never holds more than there is', () => {
    const everyone = [...Object.values(systemAccounts), ...Array.from({ length: accountCount }, (_, account) => account)];
    const check = (engine: EnginePort) => () => {
      for (const asset of assets) expect(everyone.reduce((sum, account) => sum + engine.balance(account, asset).total, 0n)).toBe(0n);
    };
    const watch = (engine: EnginePort): EngineSink => ({
      orderChanged: check(engine),
      traded: check(engine),
      levelChanged: check(engine),
      posted(entry) {
        for (const asset of assets) {
          expect(entry.lines.reduce((sum, line) => sum + (line.asset === asset ? line.amount : 0n), 0n)).toBe(0n);
        }
        check(engine)();
      },
      balanceChanged(_account, _asset, total, held) {
        expect(held >= 0n && held <= total).toBe(true);
      },
      rejected: check(engine),
      repeated: check(engine),
    });
    fc.assert(
      fc.property(seeds, (seed) => {
        stream(seed, 200, () => {}, watch);
      }),
      { numRuns: 15 },
    );
  });

  it('holds nothing once every order is canceled, but what is kept back for withdrawals', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const log = stream(seed, 300, () => {});
        const engine = replay(log);
        for (let account = 0; account < accountCount; account++) {
          engine.apply(log.length + account + 1, 0, { type: 'CANCEL_ALL', account, instrument: -1 }, new Recorder());
          for (const asset of assets) {
            const kept = engine.holds().filter((hold) => hold.account === account && hold.asset === asset);
            expect(engine.balance(account, asset).held).toBe(kept.reduce((sum, { amount }) => sum + amount, 0n));
          }
        }
        for (const instrument of [0, 1]) expect(engine.depth(instrument, 'BUY', 9).concat(engine.depth(instrument, 'SELL', 9))).toEqual([]);
      }),
      runs,
    );
  });
});

/** Through the codec, as a journal would bring them back. */
function replay(log: readonly Command[], engine = createEngine(), from = 0): EnginePort {
  const recorder = new Recorder();
  log.slice(from).forEach((command, index) => {
    const sequence = from + index + 1;
    const { timeMs, command: decoded } = decodeCommand(encodeCommand(sequence, command));
    engine.apply(sequence, timeMs, decoded, recorder);
    recorder.take();
  });
  return engine;
}

describe('determinism', () => {
  it('gives the same hash and the same snapshot when the log is replayed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        let live: EnginePort | undefined;
        const log = stream(seed, 400, (_, engine) => {
          live = engine;
        });
        const replayed = replay(log);
        expect(replayed.stateHash()).toBe(live?.stateHash());
        expect(Buffer.compare(replayed.snapshot(), (live as EnginePort).snapshot())).toBe(0);
      }),
      runs,
    );
  });

  it('gives the same hash when nobody listens and every command is only lent', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const log = stream(seed, 400, () => {});
        const silent = createEngine();
        const lent = new LentRecord();
        log.forEach((logged, index) => {
          const bytes = encodeCommand(index + 1, logged);
          const { timeMs, command } = decodeCommand(bytes, 0, bytes.length, lent);
          silent.apply(index + 1, timeMs, command, silentSink);
        });
        expect(silent.stateHash()).toBe(replay(log).stateHash());
      }),
      runs,
    );
  });

  it('gives the same hash from a snapshot at any point and the rest of the log', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 400 }), (seed, cut) => {
        const log = stream(seed, 400, () => {});
        const whole = replay(log);
        const before = replay(log.slice(0, cut));
        const bytes = before.snapshot();
        const restored = restoreEngine(bytes);
        expect(restored.stateHash()).toBe(before.stateHash());
        expect(restored.sequence).toBe(cut);
        expect(replay(log, restored, cut).stateHash()).toBe(whole.stateHash());
      }),
      runs,
    );
  });

  it('gives another hash when one command differs', () => {
    const log = stream(7, 200, () => {});
    const changed: Command[] = [...log, { type: 'TRANSFER', from: -1, to: 0, asset: 0, amount: 1n, reference: 'one more' }];
    expect(replay(changed).stateHash()).not.toBe(replay([...log, { type: 'CANCEL_ALL', account: 0, instrument: -1 }]).stateHash());
  });
});
