import { describe, expect, it } from 'vitest';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { accepted } from '../../contract/app-error.ts';
import { linearPerpetual } from '../../domain/markets/perpetual-terms.ts';
import { fromUnits, toUnits } from '../../domain/numbers/decimal.ts';
import type { OrderSide } from '../../domain/orders/order.ts';
import { MarketUnits } from '../market-units.ts';
import { AccountLedger } from './account-ledger.ts';
import { feeRateOf } from './fee-rate.ts';
import { fundingOf, LinearClearing } from './linear-clearing.ts';
import { MarginBroken } from './margin-broken.ts';
import { MarginPool } from './margin-pool.ts';

const scale = 8;
const grid = { priceDecimals: 1, tickDecimals: 1, qtyDecimals: 3, lotDecimals: 3 };
const perpetual = linearPerpetual({ ...testInstrument, accountType: 'usdm' });
const units = new MarketUnits(perpetual, grid, scale);
const ticks = (price: number): number => Math.round(price * 10);
const lots = (qty: number): number => Math.round(qty * 1_000);
const money = (amount: bigint): string => fromUnits(amount, scale);
const exact = (text: string): bigint => toUnits(text, scale) ?? 0n;

function account(leverage: number, wallet: string) {
  const ledger = new AccountLedger('aurora', scale, () => '1');
  ledger.deposit(1, 'USDT', wallet, 'start', 0);
  const pool = new MarginPool(ledger, 1, 'USDT', leverage);
  const clearing = new LinearClearing({ market: { instrument: perpetual }, grid, units, ledger, poolOf: () => pool });
  const terms = (side: OrderSide, qty: number, price: number) => ({
    ...{ apiId: 1, side, ticks: ticks(price), lots: lots(qty), reduceOnly: false },
  });
  return {
    pool,
    wallet: () => money(ledger.available(1, 'USDT')),
    mark: (price: number) => clearing.mark(ticks(price), 7),
    hold: (side: OrderSide, qty: number, price: number) => {
      const order = terms(side, qty, price);
      const problem = clearing.problem(order);
      if (problem === null) clearing.hold(order);
      return problem ?? accepted(null);
    },
    /** An order as it would be in place of another one of its side. */
    instead: (side: OrderSide, qty: number, price: number, was: readonly [qty: number, price: number]) =>
      clearing.problem({ ...terms(side, qty, price), instead: terms(side, ...was) }),
    fillHeld: (side: OrderSide, qty: number, price: number) =>
      clearing.settle({ ...terms(side, qty, price), feeRate: 0n, isHeld: true, tradeId: '1', timeMs: 0 }, []),
    fill: (side: OrderSide, qty: number, price: number, feeRate = '0') =>
      clearing.settle({ ...terms(side, qty, price), feeRate: feeRateOf(feeRate), isHeld: false, tradeId: '1', timeMs: 0 }, []),
    fund: (rate: string) => clearing.fund(rate, 8, []),
  };
}

describe('the margin of linear contracts', () => {
  it('asks for the margin of the order and for what it would lose at once', () => {
    const { hold, mark } = account(20, '3024.9');
    mark(50_000);
    expect(hold('BUY', 1, 50_500)).toMatchObject({ ok: false, error: { code: 'ORDER_INSUFFICIENT_BALANCE' } });
    const enough = account(20, '3025');
    enough.mark(50_000);
    expect(enough.hold('BUY', 1, 50_500).ok).toBe(true);
    expect(money(enough.pool.available)).toBe('0');
  });

  it('counts the dearer way of open orders only, so that closing costs nothing', () => {
    const { fill, hold, mark, pool } = account(10, '100000');
    mark(50_000);
    fill('BUY', 1, 50_000);
    hold('BUY', 0.5, 49_000);
    hold('SELL', 2, 51_000);
    expect(money(pool.required)).toBe('7450');
    const full = account(10, '5000');
    full.mark(50_000);
    full.fill('BUY', 1, 50_000);
    expect(full.hold('SELL', 1, 50_000).ok).toBe(true);
    expect(full.hold('BUY', 0.001, 50_000).ok).toBe(false);
  });

  it('needs no more for an order that fills in parts than for what it has opened and what still waits', () => {
    const { fillHeld, hold, mark, pool } = account(10, '100000');
    mark(50_000);
    hold('BUY', 1, 50_000);
    hold('BUY', 0.5, 50_000);
    expect(money(pool.required)).toBe('7500');
    for (const qty of [0.4, 0.6, 0.2]) {
      fillHeld('BUY', qty, 50_000);
      expect(money(pool.required)).toBe('7500');
    }
  });

  it('lets an order take the place of another one whose margin it uses', () => {
    const { hold, instead, mark, pool } = account(10, '5000');
    mark(50_000);
    hold('BUY', 1, 50_000);
    expect(hold('BUY', 0.1, 50_000).ok).toBe(false);
    expect(instead('BUY', 1, 49_000, [1, 50_000])).toBeNull();
    expect(instead('BUY', 1.1, 50_000, [1, 50_000])).toMatchObject({ ok: false, error: { code: 'ORDER_INSUFFICIENT_BALANCE' } });
    expect(money(pool.required)).toBe('5000');
  });

  it('holds a leverage to the notional of its bracket', () => {
    const { hold, mark } = account(125, '1000000');
    mark(50_000);
    expect(hold('BUY', 1, 50_000).ok).toBe(true);
    expect(hold('BUY', 1.001, 50_000)).toMatchObject({ ok: false, error: { code: 'ORDER_QTY_TOO_LARGE', params: { limit: '1' } } });
  });

  it('ends where the margin balance is the maintenance margin', () => {
    const { fill, mark } = account(20, '2500');
    mark(50_000);
    fill('BUY', 1, 50_000);
    // Trading rules §13: 47,690.763.
    mark(47_690.8);
    expect(() => mark(47_690.7)).toThrow(MarginBroken);
    const short = account(20, '2500');
    short.mark(50_000);
    short.fill('SELL', 1, 50_000);
    // 52,288.557.
    short.mark(52_288.5);
    expect(() => short.mark(52_288.6)).toThrow(MarginBroken);
  });

  it('takes the fee from the notional, in quote, rounded up', () => {
    const { fill, wallet } = account(1, '1000');
    expect(fill('BUY', 0.001, 33.3, '0.0005')).toEqual({ feeUnits: exact('0.00001665'), feeAsset: 'USDT' });
    expect(wallet()).toBe('999.99998335');
  });
});

describe('funding', () => {
  it('is paid by longs at a positive rate and received by shorts, on the notional at the mark', () => {
    const long = account(10, '100000');
    long.mark(50_000);
    long.fill('BUY', 2, 50_000);
    expect(long.fund('0.0003')).toMatchObject([{ qty: '2', price: '50000', rate: '0.0003', amount: '-30', asset: 'USDT', timeMs: 8 }]);
    expect(long.wallet()).toBe('99970');
    expect(long.fund('-0.0003')).toMatchObject([{ amount: '30' }]);
    const short = account(10, '100000');
    short.mark(50_000);
    short.fill('SELL', 2, 50_000);
    expect(short.fund('0.0003')).toMatchObject([{ qty: '-2', amount: '30' }]);
    expect(account(10, '1').fund('0.0003')).toEqual([]);
  });

  it('rounds what is paid up and what is received down', () => {
    expect([fundingOf(1n, '0.0001'), fundingOf(-1n, '0.0001'), fundingOf(1n, '-0.0001'), fundingOf(-1n, '-0.0001')]).toEqual([
      1n,
      0n,
      0n,
      1n,
    ]);
    expect([fundingOf(19_999n, '0.0001'), fundingOf(-19_999n, '0.0001')]).toEqual([2n, -1n]);
  });

  it('ends a position that cannot pay it', () => {
    const { fill, fund, mark } = account(20, '2500');
    mark(50_000);
    fill('BUY', 1, 50_000);
    mark(47_700);
    expect(() => fund('0.01')).toThrow(MarginBroken);
  });
});
