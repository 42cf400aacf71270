import { describe, expect, it } from 'vitest';
import { ExecutorRun } from '../../../tests/kit/executor-run.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { plainOrder } from './plain-order.ts';

const config = { apiId: 1, instrumentId: testInstrument.id, side: 'BUY', qty: '2' } as const;

describe('a parent of one order', () => {
  it('sends a market order, or a limit order at its price, and is executed when that has filled', () => {
    expect(new ExecutorRun(plainOrder, config).open).toMatchObject([{ type: 'MARKET', qty: '2' }]);
    const run = new ExecutorRun(plainOrder, { ...config, price: '99' });
    expect(run.open).toMatchObject([{ type: 'LIMIT', timeInForce: 'GTC', price: '99' }]);
    run.fill(run.open[0], '0.5');
    expect(run.ended).toBeNull();
    run.fill();
    expect(run.ended).toMatchObject({ status: 'EXECUTED', filledQty: '2', filledQuote: '198' });
  });

  it('is canceled with its order, and fails with the reason when that ends by itself', () => {
    const stopped = new ExecutorRun(plainOrder, { ...config, price: '99' });
    stopped.stop();
    expect(stopped.ended).toBeNull();
    stopped.end();
    expect(stopped.ended).toMatchObject({ status: 'CANCELED', filledQty: '0' });
    const lost = new ExecutorRun(plainOrder, config);
    lost.fill(lost.open[0], '1');
    lost.end(lost.open[0], 'EXPIRED_NO_LIQUIDITY');
    expect(lost.ended).toMatchObject({ status: 'EXECUTION_ERROR', filledQty: '1', cause: 'EXPIRED_NO_LIQUIDITY' });
    const denied = new ExecutorRun(plainOrder, config);
    denied.deny();
    expect(denied.ended).toMatchObject({ status: 'EXECUTION_ERROR', cause: 'ORDER_INSUFFICIENT_BALANCE' });
  });

  it('is executed when it fills on the way to its cancel', () => {
    const run = new ExecutorRun(plainOrder, { ...config, price: '99' });
    run.stop();
    run.fill();
    expect(run.ended).toMatchObject({ status: 'EXECUTED', filledQty: '2' });
  });
});
