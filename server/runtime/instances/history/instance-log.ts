import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { Instrument } from '../../../../core/domain/markets/instrument.ts';
import type { Json } from '../../../store/records.ts';
import type { NewInstanceEvent } from '../../../store/strategies/instance-store.ts';
import type { DriverDenial } from '../../driver/driver-parts.ts';
import type { Effect } from '../../driver/effect.ts';
import type { OrderReport } from '../../driver/orders/order-report.ts';
import type { OrderDecision } from '../orders/order-decision.ts';

/** Lines of an instance's history, by kind. */
const instanceEventKinds = [
  'created',
  'started',
  'updated',
  'stopping',
  'stopped',
  'interrupted',
  'halted',
  'note',
  'accepted',
  'fill',
  'canceled',
  'denied',
  'rejected',
  'refused',
  'terms',
] as const;
type InstanceEventKind = (typeof instanceEventKinds)[number];

export const instanceEvent = (kind: InstanceEventKind, timeMs: number, payload: ErrorParams | object = {}): NewInstanceEvent => ({
  kind,
  timeMs,
  payload: payload as Json,
});

/** Markets that the instance has heard other terms of. */
export const termsEvents = (instruments: readonly Instrument[], timeMs: number): readonly NewInstanceEvent[] =>
  instruments.map(({ id, tick, lot, minQty, minNotional, makerFee, takerFee }) =>
    instanceEvent('terms', timeMs, { instrument: id, tick, lot, minQty, minNotional, makerFee, takerFee }),
  );

interface StepTold {
  readonly reports: readonly OrderReport[];
  readonly denials: readonly DriverDenial[];
  readonly effects: readonly Effect[];
  readonly decision: (clientOrderId: string) => OrderDecision | null;
  /** Net result after the step, for the lines of its fills; null where it is not known. */
  readonly profit: string | null;
}

/** What one step has to tell: reports that it was given, denials, and the strategy's own notes. */
export function stepEvents(timeMs: number, { reports, profit, denials, effects, decision }: StepTold): readonly NewInstanceEvent[] {
  return [
    ...reports.flatMap((report) => reportEvent(report, timeMs, { decision: decision(report.clientOrderId), profit }) ?? []),
    ...denials.map(({ params, ...what }) => instanceEvent('denied', timeMs, { ...params, ...what })),
    ...effects.flatMap((effect) =>
      effect.type === 'note' || effect.type === 'finish' ? [instanceEvent('note', timeMs, { ...effect.params, key: effect.key })] : [],
    ),
  ];
}

/** Denials come from the driver, which knows its own too; a refused amendment is written when it is answered. */
function reportEvent(
  report: OrderReport,
  timeMs: number,
  { decision, profit }: { readonly decision: OrderDecision | null; readonly profit: string | null },
): NewInstanceEvent | null {
  if (report.type === 'denied' || report.type === 'refused' || report.type === 'moved') return null;
  const { clientOrderId, order } = report;
  const what = { client_order_id: clientOrderId, order_id: order.orderId, instrument: order.instrumentId, side: order.side };
  switch (report.type) {
    case 'filled': {
      const { price, qty, fee, feeAsset, tradeId, liquidity, timeMs: filledMs } = report.fill;
      const terms = { price, qty, fee, fee_asset: feeAsset, trade_id: tradeId, liquidity, filled: order.filledQty };
      return instanceEvent('fill', filledMs, {
        ...what,
        ...terms,
        ...(decision === null ? {} : { decision }),
        ...(profit === null ? {} : { profit }),
      });
    }
    case 'accepted':
      return instanceEvent('accepted', timeMs, { ...what, price: order.price ?? '', qty: order.qty ?? '' });
    case 'canceled':
      return instanceEvent('canceled', timeMs, { ...what, filled: order.filledQty });
    case 'rejected':
      return instanceEvent('rejected', timeMs, { ...what, cause: report.cause });
  }
}
