import { isSayable } from '../../../core/contract/error-texts.ts';
import type { InstanceEvent } from '../../../core/contract/strategies.ts';
import { formatDecimal, type Translate } from '../../../core/ui/index.ts';
import { refusalText } from '../refusal-text.ts';
import type { Services } from '../requires.ts';
import type { StrategyTexts } from '../use-strategy-texts.ts';

interface EventWords {
  readonly t: Translate;
  readonly texts: Pick<StrategyTexts, 'note'>;
  readonly services: Pick<Services, 'texts' | 'markets'>;
  /** What the runtime says of a strategy that broke down. */
  readonly faultText: (cause: string) => string;
}

/** What happened, in the user's words; what has no words beyond its kind is empty. Lines that were joined say how many they were. */
export function eventText(event: InstanceEvent, strategy: string, words: EventWords): string {
  const text = lineText(event, strategy, words);
  const { joined } = event.params;
  return typeof joined === 'number' ? words.t('event.joined', { count: formatDecimal(String(joined)), text }) : text;
}

function lineText({ kind, params }: InstanceEvent, strategy: string, { t, texts, services, faultText }: EventWords): string {
  const text = (name: string): string => String(params[name] ?? '');
  switch (kind) {
    case 'note': {
      const { key, ...values } = params;
      const worded = Object.entries(values).map(([name, value]) => [
        name,
        isSayable(value, values) ? refusalText(value, values, services) : value,
      ]);
      return texts.note(strategy, String(key ?? ''), Object.fromEntries(worded));
    }
    case 'fill':
    case 'accepted': {
      const price = text('price');
      const values = {
        side: t(`orderSide.${text('side')}`),
        qty: decimal(text('qty')),
        price: decimal(price),
        market: marketName(text('instrument'), services),
      };
      return t(price === '' ? 'event.marketText' : 'event.tradeText', values);
    }
    case 'canceled':
      return t('event.canceledText', { market: marketName(text('instrument'), services), filled: decimal(text('filled')) });
    case 'denied':
    case 'refused':
      return refusalText(text('code'), params, services);
    case 'terms': {
      const market = marketName(text('instrument'), services);
      return t('event.termsText', { market, tick: decimal(text('tick')), lot: decimal(text('lot')) });
    }
    case 'rejected':
      return text('cause');
    case 'interrupted':
      return faultText(text('cause'));
    default:
      return '';
  }
}

const marketName = (id: string, { markets }: Pick<Services, 'markets'>): string => {
  const market = markets.instrument(id);
  return market === null ? id : `${market.base}/${market.quote} ${markets.exchangeTitle(market.exchange)}`;
};

const decimal = (value: string): string => (value === '' ? '' : formatDecimal(value));
