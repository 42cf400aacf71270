import { fromUnits, multiplyDecimals } from '../../../core/domain/numbers/decimal.ts';
import type { TradeFlowView } from '../../../schemas/wire/market.ts';
import type { FlowReading } from '../../market/instrument-market.ts';
import type { FlowVolume } from '../../market/trades/trade-flow.ts';

/** Decimals of the hub's quantities. */
const scale = 12;
const qty = (units: bigint): string => fromUnits(units, scale);

/** A market's flow on the wire: buckets by time, and one profile over all of them. `tick` stands for the step while nothing was traded. */
export function flowView(flow: FlowReading | null, tick: string): TradeFlowView {
  if (flow === null) return { since: null, step: tick, last_trade_id: '', last_time: 0, buckets: [], profile: [] };
  const lines = new Map<number, FlowVolume>();
  for (const bucket of flow.buckets) {
    for (const [line, { buy, sell }] of bucket.lines) {
      const sum = lines.get(line) ?? { buy: 0n, sell: 0n };
      lines.set(line, { buy: sum.buy + buy, sell: sum.sell + sell });
    }
  }
  return {
    since: flow.sinceMs,
    step: flow.step,
    last_trade_id: flow.lastTradeId,
    last_time: flow.lastTimeMs,
    buckets: flow.buckets.map(({ openMs, lengthMs, buy, sell, trades }) => [openMs, lengthMs, qty(buy), qty(sell), trades]),
    profile: [...lines]
      .sort(([a], [b]) => a - b)
      .map(([line, { buy, sell }]) => [multiplyDecimals(String(line), flow.step), qty(buy), qty(sell)]),
  };
}
