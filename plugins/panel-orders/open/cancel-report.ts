import type { AppError } from '../../../core/contract/app-error.ts';
import type { Order } from '../../../core/contract/client-services.ts';
import { labelled } from '../../../core/domain/joined-text.ts';
import type { Translate } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';

export interface CancelFailure {
  /** What could not be canceled, as the user knows it. */
  readonly name: string;
  readonly error: AppError;
}

/** `BTC/USDT Buy 0.1 @ 50000`: enough to find the order again. */
export function orderName(order: Order, services: Pick<Services, 'markets'>, t: Translate): string {
  const instrument = services.markets.instrument(order.instrumentId);
  const market = instrument === null ? order.instrumentId : `${instrument.base}/${instrument.quote}`;
  const size = order.qty ?? order.quoteAmount ?? '';
  const price = order.price ?? order.triggerPrice;
  return `${market} ${t(`side.${order.side}`)} ${size}${price === null ? '' : ` @ ${price}`}`;
}

/** Sums up what became of a cancellation; failures are named, each with its reason. */
export function reportCancel(services: Services, t: Translate, done: number, failures: readonly CancelFailure[]): void {
  const { notices, texts } = services;
  if (failures.length === 0) {
    notices.show('success', { namespace: 'panel-orders', key: 'cancel.done', params: { count: done } });
    return;
  }
  const reasons = failures.map(({ name, error }) => labelled(name, texts.errorText(error))).join('\n');
  notices.show('error', t('cancel.partly', { done, failed: failures.length }), { detail: reasons });
}
