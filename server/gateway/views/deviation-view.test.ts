import { describe, expect, it } from 'vitest';
import { deviationView, slippageBps } from './deviation-view.ts';

const decision = { timeMs: 1_000, price: '50000', qty: '1', bid: '49999', ask: '50000' };
const line = {
  client_order_id: 's-1',
  instrument: 'tessera/BTCUSDT/spot',
  side: 'BUY',
  liquidity: 'TAKER',
  price: '50010',
  qty: '0.4',
  filled: '0.6',
};
const event = (payload: object) => ({ eventId: 7, instanceId: 's', timeMs: 1_025, kind: 'fill', payload: payload as never });

describe('the deviation of a fill', () => {
  it('tells what it cost more than expected, how late it came, and what the order still lacks', () => {
    expect(deviationView(event({ ...line, decision }))).toMatchObject({
      expected_price: '50000',
      price: '50010',
      slippage_bps: '2',
      delay: 25,
      wanted_qty: '1',
      filled_qty: '0.6',
      missing_qty: '0.4',
      book: null,
    });
  });

  it('is worse for a sale below and for a purchase above, and better the other way round', () => {
    expect(slippageBps('BUY', '3', '3.1')).toBe('333.33');
    expect(slippageBps('SELL', '3', '3.1')).toBe('-333.33');
    expect(slippageBps('SELL', '100', '100')).toBe('0');
    expect(slippageBps('BUY', '0', '1')).toBeNull();
  });

  it('is not measured where nothing was known, and a lagging clock of an exchange makes no negative delay', () => {
    const blind = { ...decision, timeMs: 2_000, price: null, qty: null };
    expect(deviationView(event({ ...line, decision: blind }))).toMatchObject({ slippage_bps: null, missing_qty: null, delay: 0 });
    expect(deviationView(event(line))).toBeNull();
  });
});
