import type { Alert } from '../../core/contract/client-services.ts';

/** Says a text at once, or names it for whoever reads it later. */
type Say<T> = (key: string, params?: Readonly<Record<string, string | number | T>>) => T;

type Watched = Pick<Alert, 'condition' | 'watchedPrice'>;

/** What is waited for as a short phrase, such as "Crosses 65,000" or "Index: Crosses 65,000"; `format` puts prices as the user reads them. */
export function conditionText<T>({ condition, watchedPrice }: Watched, t: Say<T>, format: (price: string) => string): T {
  const text = ownText(condition, t, format);
  return watchedPrice === 'INDEX' ? t('condition.ofIndex', { condition: text }) : text;
}

function ownText<T>(condition: Alert['condition'], t: Say<T>, format: (price: string) => string): T {
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
export const draftOf = ({ instrument, watchedPrice, condition, duration, channels, note }: Alert) => ({
  instrument,
  watchedPrice,
  condition,
  duration,
  channels,
  note,
});
