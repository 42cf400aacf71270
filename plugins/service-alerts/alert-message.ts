import type { UserMessage } from '../../core/contract/messages.ts';
import type { AlertCondition } from '../../core/domain/markets/price-alert.ts';
import type { AlertRecord } from './alert-record.ts';

/** Reads the same in every language: the server does not know which one its reader speaks. */
const conditionText = (condition: AlertCondition, reference: string | null): string => {
  switch (condition.kind) {
    case 'CROSS':
      return condition.price;
    case 'RANGE':
      return `${condition.low} – ${condition.high}`;
    case 'AMPLITUDE':
      return `${reference ?? ''} ± ${condition.percent} %`;
  }
};

/** What a user finds among the messages when an alert was raised. */
export const alertMessage = (alert: AlertRecord, price: string, nowMs: number): UserMessage => ({
  userId: alert.userId,
  kind: 'system',
  about: 'alert',
  title: `${alert.instrumentId}${alert.watchedPrice === 'LAST' ? '' : ` (${alert.watchedPrice})`}: ${price}`,
  body: [conditionText(alert.condition, alert.reference), alert.note].filter((part) => part !== '').join(' · '),
  timeMs: nowMs,
});
