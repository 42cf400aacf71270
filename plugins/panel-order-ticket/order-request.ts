import type { OrderIntent } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { hasLimitPrice, isTriggerType, type TriggerKind } from '../../core/domain/orders/order.ts';
import { legForms, orderForms, type ProfitType, type StopType } from './order-forms.ts';
import { freshChoices, isByQuote, type TicketDraft, timeOf, watchesIndex } from './ticket-draft.ts';

/** The request of a tidied draft that passed its checks. `clientOrderId` makes a repeated send harmless. */
export function orderRequest(draft: TicketDraft, instrument: Instrument, apiId: number, clientOrderId: string): OrderIntent {
  const common = {
    apiId,
    instrumentId: instrument.id,
    side: draft.side,
    clientOrderId,
    ...(draft.stp === freshChoices.stp ? {} : { stp: draft.stp }),
  } as const;
  if (draft.mode === 'OCO') return { ...common, type: 'LIMIT', qty: draft.qty, triggerKind: 'OCO', ...legsOf(draft) };
  const time = timeOf(draft);
  const isDefaultTime = !hasLimitPrice(draft.type) && time === orderForms[draft.type].times[0];
  return {
    ...common,
    type: draft.type,
    ...(isByQuote(draft) ? { quoteAmount: draft.quoteAmount } : { qty: draft.qty }),
    ...(hasLimitPrice(draft.type) ? { price: draft.price } : {}),
    ...(time === null || isDefaultTime ? {} : { timeInForce: time }),
    ...(isTriggerType(draft.type) ? { triggerPrice: draft.triggerPrice } : {}),
    ...(watchesIndex(draft) ? { watchedPrice: 'INDEX' as const } : {}),
    ...kindOf(draft),
    ...(draft.mode === 'BRACKET' ? legsOf(draft) : {}),
  };
}

function kindOf(draft: TicketDraft): { triggerKind?: TriggerKind } {
  if (draft.mode === 'BRACKET') return { triggerKind: 'CONDITIONAL_OCO' };
  return isTriggerType(draft.type) ? { triggerKind: 'CONDITIONAL' } : {};
}

const legsOf = (draft: TicketDraft): Pick<OrderIntent, 'takeProfit' | 'stopLoss'> => ({
  takeProfit: legOf(draft, draft.profitType),
  stopLoss: legOf(draft, draft.stopType),
});

function legOf(draft: TicketDraft, type: ProfitType | StopType): NonNullable<OrderIntent['takeProfit']> {
  const { goal, price } = legForms[type];
  return {
    type,
    ...(price === null ? {} : { price: draft[price] }),
    ...(goal === price ? {} : { triggerPrice: draft[goal] }),
  };
}
