import type { AlertView } from '../../core/contract/client-services.ts';

type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** A condition as a short phrase, such as "Crosses 65,000"; `format` puts prices as the user reads them. */
export function conditionText(condition: AlertView['condition'], t: Say, format: (price: string) => string): string {
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
export const draftOf = ({ instrument, condition, duration, note }: AlertView) => ({
  instrument,
  condition,
  duration,
  note,
});
