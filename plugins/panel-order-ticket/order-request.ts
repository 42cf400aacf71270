import type { OrderRequest } from '../../core/contract/client-services.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { hasLimitPrice, isTriggerType, type TriggerKind } from '../../core/domain/orders/order.ts';
import { legForms, orderForms, type ProfitType, type StopType } from './order-forms.ts';
import { freshChoices, isByQuote, type TicketDraft, timeOf, watchesIndex } from './ticket-draft.ts';

/** The request of a tidied draft that passed its checks. `clientOrderId` makes a repeated send harmless. */
export function orderRequest(draft: TicketDraft, instrument: Instrument, apiId: number, clientOrderId: string): OrderRequest {
  const { exchange, symbol, accountType } = instrument;
  const common = {
    api_id: apiId,
    exchange,
    symbol,
    account_type: accountType,
    side: draft.side,
    client_order_id: clientOrderId,
    ...(draft.stp === freshChoices.stp ? {} : { stp: draft.stp }),
  } as const;
  if (draft.mode === 'OCO') return { ...common, type: 'LIMIT', qty: draft.qty, trigger_kind: 'OCO', ...legsOf(draft) };
  const time = timeOf(draft);
  const isDefaultTime = !hasLimitPrice(draft.type) && time === orderForms[draft.type].times[0];
  return {
    ...common,
    type: draft.type,
    ...(isByQuote(draft) ? { quote_amount: draft.quoteAmount } : { qty: draft.qty }),
    ...(hasLimitPrice(draft.type) ? { price: draft.price } : {}),
    ...(time === null || isDefaultTime ? {} : { time_in_force: time }),
    ...(isTriggerType(draft.type) ? { trigger_price: draft.triggerPrice } : {}),
    ...(watchesIndex(draft) ? { watched_price: 'INDEX' as const } : {}),
    ...kindOf(draft),
    ...(draft.mode === 'BRACKET' ? legsOf(draft) : {}),
  };
}

function kindOf(draft: TicketDraft): { trigger_kind?: TriggerKind } {
  if (draft.mode === 'BRACKET') return { trigger_kind: 'CONDITIONAL_OCO' };
  return isTriggerType(draft.type) ? { trigger_kind: 'CONDITIONAL' } : {};
}

const legsOf = (draft: TicketDraft): Pick<OrderRequest, 'take_profit' | 'stop_loss'> => ({
  take_profit: legOf(draft, draft.profitType),
  stop_loss: legOf(draft, draft.stopType),
});

function legOf(draft: TicketDraft, type: ProfitType | StopType): NonNullable<OrderRequest['take_profit']> {
  const { goal, price } = legForms[type];
  return {
    type,
    ...(price === null ? {} : { price: draft[price] }),
    ...(goal === price ? {} : { trigger_price: draft[goal] }),
  };
}
