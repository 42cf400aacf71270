import type { UserMessage } from '../../core/contract/messages.ts';
import type { Language } from '../../core/domain/language.ts';
import { parseInstrumentId } from '../../core/domain/markets/instrument.ts';
import type { AlertCondition } from '../../core/domain/markets/price-alert.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { fillText } from '../../core/domain/numbers/text-params.ts';
import type { AlertRecord } from './alert-record.ts';
import en from './locales/en.json' with { type: 'json' };
import simplified from './locales/zh-CN.json' with { type: 'json' };
import traditional from './locales/zh-TW.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof en>> = { en, 'zh-CN': simplified, 'zh-TW': traditional };

function figuresOf(condition: AlertCondition, reference: string | null): Readonly<Record<string, string>> {
  switch (condition.kind) {
    case 'CROSS':
      return { price: formatDecimal(condition.price) };
    case 'RANGE':
      return { low: formatDecimal(condition.low), high: formatDecimal(condition.high) };
    case 'AMPLITUDE':
      return { percent: condition.percent, reference: formatDecimal(reference ?? '') };
  }
}

/** What happened with an alert. */
interface AlertRaise {
  readonly price: string;
  readonly nowMs: number;
  readonly exchangeTitle: (exchange: string) => string;
}

/** What a user finds among the messages when an alert was raised, and what his devices show while no page of his is open. */
export const alertMessage = (alert: AlertRecord, { price, nowMs, exchangeTitle }: AlertRaise): UserMessage => {
  const { userId, instrumentId, watchedPrice, condition, reference, note, channels } = alert;
  const [only] = channels.length === 1 ? channels : [];
  const { symbol = instrumentId, exchange = '' } = parseInstrumentId(instrumentId) ?? {};
  return {
    ...{ userId, kind: 'system', about: 'alert', timeMs: nowMs },
    devices: only === undefined ? undefined : only === 'APP' ? 'handhelds' : 'computers',
    title: (language) => fillText(texts[language][`message.${watchedPrice}`], { symbol, price: formatDecimal(price) }),
    body: (language) => {
      const told = fillText(texts[language][`condition.${condition.kind}`], figuresOf(condition, reference));
      return [told, note, exchangeTitle(exchange)].filter((part) => part !== '').join(' · ');
    },
  };
};
