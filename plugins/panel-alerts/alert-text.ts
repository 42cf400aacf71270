import type { Alert } from '../../core/contract/client-services.ts';

type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

type Watched = Pick<Alert, 'condition' | 'watchedPrice'>;

/** What is waited for as a short phrase, such as "Crosses 65,000" or "Index: Crosses 65,000"; `format` puts prices as the user reads them. */
export function conditionText({ condition, watchedPrice }: Watched, t: Say, format: (price: string) => string): string {
  const text = ownText(condition, t, format);
  return watchedPrice === 'INDEX' ? t('condition.ofIndex', { condition: text }) : text;
}

function ownText(condition: Alert['condition'], t: Say, format: (price: string) => string): string {
  switch (condition.kind) {
    case 'CROSS':
      return t('condition.CROSS', { price: format(condition.price) });
    case 'RANGE':
      return t('condition.RANGE', { low: format(condition.low), high: format(condition.high) });
    case 'AMPLITUDE':
      return t('condition.AMPLITUDE', { percent: condition.percent });
  }
}

/** What a saved alert is made of again: for editing, and to take a deletion back. */
export const draftOf = ({ instrument, watchedPrice, condition, duration, note }: Alert) => ({
  instrument,
  watchedPrice,
  condition,
  duration,
  note,
});
