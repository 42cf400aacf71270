import type { MarketData } from '../../core/contract/market.ts';
import { addDecimals } from '../../core/domain/decimal.ts';
import type {
  InstanceEventView,
  InstanceInfoView,
  InstanceMarkView,
  InstancePositionView,
  InstanceView,
  LimitNumbers,
  StrategyLimits,
  StrategyTemplateView,
} from '../../schemas/wire/strategy.ts';
import type { DriverSnapshot } from '../runtime/driver/driver-snapshot.ts';
import { noLimits, type TradingLimits } from '../runtime/driver/trading-limits.ts';
import { accountOf } from '../runtime/instances/account-guard.ts';
import type { StrategyOffer } from '../runtime/instances/instance-desk.ts';
import type { InstanceEventRecord, InstanceRecord } from '../store/instance-store.ts';

/** Strategy instances as the wire says them, valued at the prices of now. */
export class StrategyViews {
  readonly #markets: Pick<MarketData, 'instrument' | 'ticker'>;
  readonly #isUpdating: (instanceId: string) => boolean;
  readonly #nowMs: () => number;

  constructor(markets: Pick<MarketData, 'instrument' | 'ticker'>, isUpdating: (instanceId: string) => boolean, nowMs: () => number) {
    this.#markets = markets;
    this.#isUpdating = isUpdating;
    this.#nowMs = nowMs;
  }

  instance(record: InstanceRecord): InstanceView {
    const { startedMs, stoppedMs } = record;
    const saved = snapshotOf(record);
    const flows = saved?.flows ?? [];
    return {
      instance_id: record.instanceId,
      strategy: record.strategy,
      name: record.name,
      environment: record.environment as InstanceView['environment'],
      api_ids: [...record.apiIds],
      params: record.params as InstanceView['params'],
      limits: limitsView({ ...noLimits, ...(record.limits as Partial<TradingLimits>) }),
      status: record.status,
      cause: record.cause,
      updating: this.#isUpdating(record.instanceId),
      create_time: record.createdMs,
      start_time: startedMs,
      stop_time: stoppedMs,
      run_time: startedMs === null ? 0 : Math.max((stoppedMs ?? this.#nowMs()) - startedMs, 0),
      profit: saved === null ? '0' : accountOf(saved, this.#sources).profit(),
      fees: flows.reduce((sum, { fees }) => addDecimals(sum, fees), '0'),
      fills: flows.reduce((sum, { fills }) => sum + fills, 0),
      open_orders: saved?.orders.length ?? 0,
    };
  }

  positions(record: InstanceRecord): InstancePositionView[] {
    const saved = snapshotOf(record);
    if (saved === null) return [];
    return accountOf(saved, this.#sources).netPositions.flatMap((net) => {
      const { position, instrumentId } = net;
      if (position === null) return [];
      const mark = this.#sources.lastPrice(instrumentId);
      return {
        instance_id: record.instanceId,
        api_id: position.apiId,
        instrument: instrumentId,
        side: position.side,
        qty: position.qty,
        entry_price: position.entryPrice,
        mark,
        profit: mark === null ? null : net.profitAt(mark),
      };
    });
  }

  orders(record: InstanceRecord): InstanceInfoView['orders'] {
    return (snapshotOf(record)?.orders ?? []).map(({ clientOrderId, apiId, instrumentId, side, price, openQty, tag, actor }) => ({
      client_order_id: clientOrderId,
      api_id: apiId,
      instrument: instrumentId,
      side,
      price,
      open_qty: openQty,
      tag: actor === '' ? tag : `${actor}/${tag}`,
    }));
  }

  get #sources() {
    return {
      instrument: (id: string) => this.#markets.instrument(id),
      lastPrice: (id: string) => this.#markets.ticker(id)?.last ?? null,
    };
  }
}

const snapshotOf = ({ snapshot }: InstanceRecord): DriverSnapshot | null =>
  snapshot === null ? null : (JSON.parse(snapshot) as DriverSnapshot);

export const offerView = ({ strategy, decision }: StrategyOffer): StrategyTemplateView => ({
  strategy: strategy.key,
  plugin: strategy.pluginId,
  title: strategy.title,
  description: strategy.description,
  schema: strategy.schema,
  locked: decision.outcome === 'locked',
  min_vip: decision.outcome === 'locked' ? decision.minVip : null,
});

export const instanceEventView = ({ eventId, timeMs, kind, payload }: InstanceEventRecord): InstanceEventView => ({
  event_id: eventId,
  time: timeMs,
  kind,
  params: Object.fromEntries(
    Object.entries(payload as object).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  ) as InstanceEventView['params'],
});

/** A line of the kind `fill`. */
export function markView({ eventId, timeMs, payload }: InstanceEventRecord): InstanceMarkView {
  const { instrument, side, price, qty } = payload as unknown as Pick<InstanceMarkView, 'instrument' | 'side' | 'price' | 'qty'>;
  return { event_id: eventId, instrument, side, price, qty, time: timeMs };
}

export const limitsView = (limits: TradingLimits): StrategyLimits => ({
  max_order_amount: limits.maxOrderAmount,
  max_position: limits.maxPosition,
  max_daily_loss: limits.maxDailyLoss,
  max_orders_per_minute: limits.maxOrdersPerMinute,
  halted: limits.isHalted,
});

export const limitNumbersOf = (view: LimitNumbers): Omit<TradingLimits, 'isHalted'> => ({
  maxOrderAmount: view.max_order_amount,
  maxPosition: view.max_position,
  maxDailyLoss: view.max_daily_loss,
  maxOrdersPerMinute: view.max_orders_per_minute,
});

export const limitsOf = (view: StrategyLimits): TradingLimits => ({ ...limitNumbersOf(view), isHalted: view.halted });
