import type { OrderIntent, OrderLeg } from '../../../../core/contract/trading.ts';
import type { OrderSide } from '../../../../core/domain/orders/order.ts';
import type { WorkingOrder } from './working-orders.ts';

export type NamedIntent = OrderIntent & { readonly clientOrderId: string };

type LegName = 'takeProfit' | 'stopLoss';

interface NamedLeg {
  readonly name: LegName;
  readonly leg: OrderLeg;
  readonly side: OrderSide;
}

const hasLegs = ({ triggerKind }: Pick<OrderIntent, 'triggerKind'>): boolean => triggerKind === 'OCO' || triggerKind === 'CONDITIONAL_OCO';

/** The orders that an intent makes beside its first one, which has its own tag and id: of a pair the stop, of a bracket both legs. */
function legsOf({ triggerKind, side, takeProfit, stopLoss }: Omit<OrderIntent, 'clientOrderId'>): readonly NamedLeg[] {
  const isOco = triggerKind === 'OCO';
  const legSide = isOco === (side === 'BUY') ? 'BUY' : 'SELL';
  const legs: NamedLeg[] = [];
  if (takeProfit !== undefined && !isOco) legs.push({ name: 'takeProfit', leg: takeProfit, side: legSide });
  if (stopLoss !== undefined) legs.push({ name: 'stopLoss', leg: stopLoss, side: legSide });
  return legs;
}

/** Name of a leg by that of its pair: tags and client order ids alike. */
const legName = (first: string, name: LegName): string => `${first}.${name}`;

/** The tags that an intent takes: the strategy's own for its first order, and those of its legs. */
export const tagsOf = (tag: string, intent: Omit<OrderIntent, 'clientOrderId'>): readonly string[] =>
  hasLegs(intent) ? [tag, ...legsOf(intent).map(({ name }) => legName(tag, name))] : [tag];

/** The client order ids of all orders that an intent makes, its first one's first. */
export const idsOf = (intent: NamedIntent): readonly string[] => tagsOf(intent.clientOrderId, intent);

/** Every order of it has a name of its own, so that whoever hears of one knows whose it is. */
export function namedIntent(intent: Omit<OrderIntent, 'clientOrderId'>, clientOrderId: string): NamedIntent {
  // The id first: a property added behind a spread would give every object a hidden class of its own, which slows down all who read it.
  if (!hasLegs(intent)) return { clientOrderId, ...intent };
  const legs = legsOf(intent).map(({ name, leg }) => [name, { ...leg, clientOrderId: legName(clientOrderId, name) }] as const);
  return { ...intent, ...Object.fromEntries(legs), clientOrderId };
}

/** The orders that an intent makes, as they begin to work. */
export function ordersOf(intent: NamedIntent, actor: string, tag: string): readonly WorkingOrder[] {
  const { apiId, instrumentId, side, qty: openQty = null, price = null, clientOrderId } = intent;
  const first = { clientOrderId, actor, tag, apiId, instrumentId, side, openQty, price };
  if (!hasLegs(intent)) return [first];
  const isOco = intent.triggerKind === 'OCO';
  // Legs of a bracket are armed for what the entry fills; what the exchange says of them tells how much that is.
  const legs = legsOf(intent).map(({ name, leg, side: legSide }) => ({
    ...first,
    clientOrderId: legName(clientOrderId, name),
    tag: legName(tag, name),
    side: legSide,
    openQty: isOco ? openQty : '0',
    price: leg.price ?? null,
    pair: clientOrderId,
  }));
  return isOco ? [{ ...first, price: intent.takeProfit?.price ?? null, pair: clientOrderId }, ...legs] : [first, ...legs];
}
