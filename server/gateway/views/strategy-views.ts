import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import { fromUnits } from '../../../core/domain/numbers/decimal.ts';
import type {
  InstanceEventView,
  InstanceInfoView,
  InstanceMarkView,
  InstancePositionView,
  InstanceView,
  StrategyTemplateView,
} from '../../../schemas/wire/strategy.ts';
import type { LimitNumbers, StrategyLimits } from '../../../schemas/wire/strategy-limits.ts';
import { valuationAssetOf } from '../../runtime/driver/account/asset-route.ts';
import type { InstanceAccount } from '../../runtime/driver/account/instance-account.ts';
import { resultScale } from '../../runtime/driver/account/net-position.ts';
import { noLimits, type TradingLimits } from '../../runtime/driver/account/trading-limits.ts';
import type { DriverSnapshot } from '../../runtime/driver/driver-snapshot.ts';
import type { InstanceService } from '../../runtime/instances/instance-service.ts';
import { InstanceValuer } from '../../runtime/instances/market/instance-valuer.ts';
import type { ValuedMarkets } from '../../runtime/instances/orders/account-guard.ts';
import type { Denial } from '../../runtime/instances/orders/order-port.ts';
import type { StrategyOffer } from '../../runtime/instances/strategy-admission.ts';
import type { InstanceBooks } from '../../runtime/worker/worker-protocol.ts';
import type { InstanceEventRecord, InstanceRecord } from '../../store/strategies/instance-store.ts';

/** Strategy instances as the wire says them: running ones valued at the prices of now, ended ones as they ended. */
export class StrategyViews {
  readonly #valuer: InstanceValuer;
  readonly #running: Pick<InstanceService, 'isUpdating' | 'refusalOf'>;
  readonly #nowMs: () => number;
  /** A record is valued far more often than it changes. */
  readonly #snapshots = new WeakMap<InstanceRecord, DriverSnapshot>();

  constructor(markets: ValuedMarkets, running: Pick<InstanceService, 'isUpdating' | 'refusalOf'>, nowMs: () => number) {
    this.#valuer = new InstanceValuer(markets);
    this.#running = running;
    this.#nowMs = nowMs;
  }

  instance(record: InstanceRecord): InstanceView {
    const { startedMs, stoppedMs } = record;
    const saved = this.#snapshotOf(record);
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
      updating: this.#running.isUpdating(record.instanceId),
      refusal: refusalView(this.#running.refusalOf(record.instanceId)),
      create_time: record.createdMs,
      start_time: startedMs,
      stop_time: stoppedMs,
      run_time: startedMs === null ? 0 : Math.max((stoppedMs ?? this.#nowMs()) - startedMs, 0),
      ...this.result(record),
      step: record.step,
      fills: saved?.flows.reduce((sum, { fills }) => sum + fills, 0) ?? 0,
      open_orders: saved?.orders.length ?? 0,
    };
  }

  /** What of an instance moves with the market. */
  result(record: InstanceRecord): ResultView {
    const account = this.#accountOf(record);
    const assets = account.assets.length > 0 ? account.assets : this.#quotesOf(record);
    const { asset, net, realised, open, fees, funding, rates, missing } = account.result(valuationAssetOf(assets));
    return {
      profit: net,
      realised,
      open_profit: open,
      fees,
      funding,
      valuation: { asset, rates: [...rates], missing: [...missing] },
      positions: this.positions(record),
    };
  }

  positions(record: InstanceRecord): InstancePositionView[] {
    const closing = this.#snapshotOf(record)?.closing;
    return this.#accountOf(record).netPositions.flatMap((net) => {
      const { position, instrumentId } = net;
      if (position === null) return [];
      const mark = closing === undefined ? this.#valuer.price(instrumentId) : (closing.prices[instrumentId] ?? null);
      const { realised, open, fees, funding } = net.resultAt(mark);
      return {
        instance_id: record.instanceId,
        api_id: position.apiId,
        instrument: instrumentId,
        side: position.side,
        qty: position.qty,
        entry_price: position.entryPrice,
        mark,
        open_profit: open === null ? null : fromUnits(open, resultScale),
        profit: open === null ? null : fromUnits(realised + open - fees + funding, resultScale),
      };
    });
  }

  orders(record: InstanceRecord): InstanceInfoView['orders'] {
    return (this.#snapshotOf(record)?.orders ?? []).map(({ clientOrderId, apiId, instrumentId, side, price, openQty, tag, actor }) => ({
      client_order_id: clientOrderId,
      api_id: apiId,
      instrument: instrumentId,
      side,
      price,
      open_qty: openQty,
      tag: actor === '' ? tag : `${actor}/${tag}`,
    }));
  }

  #accountOf(record: InstanceRecord): InstanceAccount {
    const saved = this.#snapshotOf(record);
    return this.#valuer.account(saved ?? noBooks, saved?.closing);
  }

  /** What it will make its result in. */
  #quotesOf({ params }: InstanceRecord): readonly string[] {
    return instrumentsIn(params).flatMap((id) => this.#valuer.quoteOf(id) ?? []);
  }

  /** The strategy and its executors as of the last saved step; none before the first. */
  actors(record: InstanceRecord): DriverSnapshot['actors'] {
    return this.#snapshotOf(record)?.actors ?? [];
  }

  #snapshotOf(record: InstanceRecord): DriverSnapshot | null {
    if (record.snapshot === null) return null;
    const known = this.#snapshots.get(record);
    if (known !== undefined) return known;
    const saved = JSON.parse(record.snapshot) as DriverSnapshot;
    this.#snapshots.set(record, saved);
    return saved;
  }
}

type ResultView = Pick<InstanceView, 'profit' | 'realised' | 'open_profit' | 'fees' | 'funding' | 'valuation' | 'positions'>;

const noBooks: InstanceBooks = { flows: [], orderTimes: [], day: { startMs: 0, results: {} } };

export const offerView = ({ strategy, decision }: StrategyOffer): StrategyTemplateView => ({
  strategy: strategy.key,
  plugin: strategy.pluginId,
  title: strategy.title,
  description: strategy.description,
  icon: strategy.icon,
  schema: strategy.schema,
  suggests: strategy.suggests,
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
  const {
    order_id,
    trade_id,
    instrument,
    side,
    price,
    qty,
    profit = null,
  } = payload as unknown as Omit<InstanceMarkView, 'event_id' | 'time'>;
  return { event_id: eventId, order_id, trade_id, instrument, side, price, qty, time: timeMs, profit };
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

const refusalView = (refusal: Denial | null): InstanceView['refusal'] => refusal && { code: refusal.code, params: { ...refusal.params } };
