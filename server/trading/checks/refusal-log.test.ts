import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../core/contract/app-error.ts';
import { ManualClock } from '../../../tests/kit/manual-clock.ts';
import type { RefusalBatch } from '../../store/records.ts';
import type { AccountMessage } from '../accounts/account-publisher.ts';
import { btcusdt, limitIntent, silent } from '../trading-fixture.ts';
import { RefusalLog } from './refusal-log.ts';

const short = new AppError('ORDER_INSUFFICIENT_BALANCE', { field: 'qty', limit: '5', asset: 'USDT' });
const startMs = 1_760_000_000_000;

let clock: ManualClock;
let batches: RefusalBatch[];
let told: AccountMessage[];
let isDown: boolean;
let hold: () => Promise<void>;
let deletedBefore: number[];
let kept: number[];
let log: RefusalLog;
/** Each of an account of its own: nothing of it can be joined. */
const refuse = (count = 1): void => {
  for (let done = 0; done < count; done++) log.placing(limitIntent(1 + done, 'BUY', '6', '100'), 'HOUSE', short);
};

beforeEach(() => {
  clock = new ManualClock(startMs);
  [batches, told, deletedBefore, kept, isDown] = [[], [], [], [], false];
  hold = async () => undefined;
  log = new RefusalLog({
    store: {
      append: async (batch) => {
        if (isDown) throw new Error('no database');
        await hold();
        batches.push(batch);
      },
      deleteOlder: async (beforeMs) => deletedBefore.push(beforeMs),
      keepNewest: async (most) => kept.push(most),
    },
    publisher: { publish: (_apiId, message) => told.push(message) },
    clock,
    logger: silent,
  });
});

describe('the log of refusals', () => {
  it('writes a denied order with its cause a moment later, and then tells its owner', async () => {
    refuse();
    expect([batches, told]).toEqual([[], []]);
    await clock.advance(200);
    const order = { status: 'DENIED', cause: 'DENIED', price: '100', qty: '6', createdMs: startMs };
    expect(batches).toMatchObject([
      {
        orders: [{ ...order, venue: 'tessera', symbol: 'BTCUSDT', accountType: 'spot', apiId: 1 }],
        refusals: [{ by: 'HOUSE', code: 'ORDER_INSUFFICIENT_BALANCE', params: short.params, timeMs: startMs }],
      },
    ]);
    expect(batches[0]?.refusals[0]?.orderId).toBe(batches[0]?.orders[0]?.orderId);
    expect(told).toMatchObject([{ type: 'order', order }]);
  });

  it('tells what the venue refused from what the house denied', async () => {
    log.placing(limitIntent(1, 'BUY', '6', '100'), 'VENUE', short);
    await clock.advance(200);
    expect(batches[0]?.orders).toMatchObject([{ status: 'FAILURE', cause: 'REFUSED' }]);
  });

  it('writes a refused amendment with what was asked for, and no order', async () => {
    log.amending({ apiId: 1, instrumentId: btcusdt.id, orderId: '7', price: '70' }, 'VENUE', short);
    await clock.advance(200);
    expect(batches).toMatchObject([{ orders: [], refusals: [{ orderId: '7', by: 'VENUE', price: '70', qty: null }] }]);
    expect(told).toEqual([]);
  });

  it('keeps what is no number out of the amounts', async () => {
    log.placing(limitIntent(1, 'BUY', '9'.repeat(60), 'cheap'), 'HOUSE', short);
    await clock.advance(200);
    expect(batches[0]?.orders).toMatchObject([{ price: null, qty: null }]);
  });

  it('gives ids that no engine gives, each its own, within the digits of an order id', async () => {
    refuse(3);
    await clock.advance(200);
    const ids = batches[0]?.refusals.map(({ refusalId }) => refusalId) ?? [];
    expect(new Set(ids).size).toBe(3);
    expect(ids).toEqual(ids.toSorted());
    for (const id of ids) expect(id).toMatch(/^9[0-9]{18}$/);
  });

  it('waits for a store that is down, in batches, and loses none', async () => {
    isDown = true;
    refuse(1_500);
    await clock.advance(5_000);
    isDown = false;
    await clock.advance(5_000);
    expect(batches.map(({ refusals }) => refusals.length)).toEqual([1_000, 500]);
    expect(told).toHaveLength(1_500);
  });

  it('holds no more than so many, however fast they come', async () => {
    isDown = true;
    refuse(25_000);
    isDown = false;
    await clock.advance(60_000);
    expect(batches.reduce((sum, { refusals }) => sum + refusals.length, 0)).toBe(20_000);
  });

  it('writes of thousands for one reason the first of a minute, tells those, and then how many there were', async () => {
    for (let done = 0; done < 4_322; done++) log.placing(limitIntent(1, 'BUY', '6', '100'), 'HOUSE', short);
    await clock.advance(2_500);
    expect(told).toHaveLength(10);
    const written = new Map(batches.flatMap(({ refusals }) => refusals).map((refusal) => [refusal.refusalId, refusal]));
    expect([...written.values()].map(({ repeats }) => repeats)).toEqual([...Array<number>(9).fill(0), 4_312]);
    expect(batches.length).toBeLessThanOrEqual(2);
  });

  it('tells the number of the joined ones also when the store was away, and when it is closed', async () => {
    isDown = true;
    for (let done = 0; done < 15; done++) log.placing(limitIntent(1, 'BUY', '6', '100'), 'HOUSE', short);
    await clock.advance(5_000);
    isDown = false;
    await clock.advance(5_000);
    expect(batches.at(-1)?.refusals.at(-1)).toMatchObject({ repeats: 5 });
    log.placing(limitIntent(1, 'BUY', '6', '100'), 'HOUSE', short);
    await log.close();
    expect(batches.at(-1)?.refusals).toMatchObject([{ repeats: 6 }]);
  });

  it('tells the number of those that were due while another write took its time', async () => {
    const refuseOne = (): void => log.placing(limitIntent(1, 'BUY', '6', '100'), 'HOUSE', short);
    for (let done = 0; done < 10; done++) refuseOne();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    hold = () => held;
    const first = clock.advance(200);
    refuseOne();
    await clock.advance(2_500);
    release();
    await first;
    await clock.advance(10_000);
    expect(batches.at(-1)?.refusals).toMatchObject([{ repeats: 1 }]);
  });

  it('writes the rest when it is closed, and forgets what is three months old or too much', async () => {
    refuse();
    await log.close();
    expect(batches).toHaveLength(1);
    const other = new RefusalLog({
      store: {
        append: async () => undefined,
        deleteOlder: async (beforeMs) => deletedBefore.push(beforeMs),
        keepNewest: async (most) => kept.push(most),
      },
      publisher: { publish: () => undefined },
      clock,
      logger: silent,
    });
    await clock.advance(3_600_000);
    await other.close();
    expect(deletedBefore).toEqual([startMs + 3_600_000 - 90 * 86_400_000]);
    expect(kept).toEqual([5_000]);
  });
});
