import { type Outcome, refused } from '../../contract/app-error.ts';
import type { Order, OrderIntent, OrderLeg } from '../../contract/trading.ts';
import { stepsOf } from '../../domain/numbers/steps.ts';
import { hasLimitPrice, isTriggerType, type OrderSide, type OrderType } from '../../domain/orders/order.ts';
import { newOrder } from './new-order.ts';

/** What two legs may be, as the house's engine has it (trading rules §7, §8); money is not looked at. */

/** A leg, or an entry, in ticks; 0 where it has no such price. */
export interface LegTicks {
  readonly type: OrderType;
  readonly side: OrderSide;
  readonly price: number;
  readonly trigger: number;
}

export interface LegPair<T> {
  readonly takeProfit: T;
  readonly stopLoss: T;
}

type LegName = keyof LegPair<unknown>;

const legTypes: Readonly<Record<LegName, readonly OrderType[]>> = {
  takeProfit: ['LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET'],
  stopLoss: ['STOP_LOSS', 'STOP_MARKET'],
};

/** The side of the legs: a pair's own, of a bracket the one that closes what its entry opens. */
const legSide = ({ triggerKind, side }: Pick<OrderIntent, 'triggerKind' | 'side'>): OrderSide =>
  (triggerKind === 'OCO') === (side === 'BUY') ? 'BUY' : 'SELL';

export function legTicks(
  { type, price, triggerPrice }: Pick<Order | OrderLeg, 'type' | 'price' | 'triggerPrice'>,
  side: OrderSide,
  decimals: number,
): LegTicks {
  const ticks = (text: string | null | undefined): number => stepsOf(text ?? '', decimals) ?? 0;
  return { type, side, price: hasLimitPrice(type) ? ticks(price) : 0, trigger: isTriggerType(type) ? ticks(triggerPrice) : 0 };
}

/** The legs that an intent names, or why they are none. */
export function legsOf(intent: OrderIntent, decimals: number): Outcome<LegPair<LegTicks>> {
  const { takeProfit, stopLoss, triggerKind: type = 'OCO' } = intent;
  if (takeProfit === undefined) return refused('ORDER_FIELD_MISSING', { field: 'takeProfit', type });
  if (stopLoss === undefined) return refused('ORDER_FIELD_MISSING', { field: 'stopLoss', type });
  const problem = legProblem('takeProfit', takeProfit, decimals) ?? legProblem('stopLoss', stopLoss, decimals);
  if (problem !== null) return problem;
  const side = legSide(intent);
  return { ok: true, value: { takeProfit: legTicks(takeProfit, side, decimals), stopLoss: legTicks(stopLoss, side, decimals) } };
}

function legProblem(name: LegName, leg: OrderLeg, decimals: number): Outcome<never> | null {
  const { type, timeInForce } = leg;
  if (!legTypes[name].includes(type)) return refused('ORDER_NOT_SUPPORTED', { field: `${name}.type`, value: type });
  const { price, trigger } = legTicks(leg, 'BUY', decimals);
  if (hasLimitPrice(type) && price <= 0) return refused('ORDER_PRICE_INVALID', { field: `${name}.price` });
  if (isTriggerType(type) && trigger <= 0) return refused('ORDER_PRICE_INVALID', { field: `${name}.triggerPrice` });
  // A take profit without a trigger must be one that can rest, a leg without a limit one that cannot.
  const isAtOnce = timeInForce === 'IOC' || timeInForce === 'FOK';
  const isWrong = type === 'LIMIT' ? isAtOnce : !hasLimitPrice(type) && timeInForce !== undefined && !isAtOnce;
  return isWrong ? refused('ORDER_NOT_SUPPORTED', { field: `${name}.timeInForce`, value: timeInForce ?? '' }) : null;
}

/** Price at which the size of a leg is measured. */
export const measuredAt = ({ price, trigger }: LegTicks): number => price || trigger;

/** SELL: take profit above `worst`, stop below `best`; BUY: the other way round. */
export function encloses({ takeProfit, stopLoss }: LegPair<LegTicks>, worst: number, best: number): boolean {
  const goal = takeProfit.trigger || takeProfit.price;
  return takeProfit.side === 'SELL' ? goal > worst && best > stopLoss.trigger : goal < worst && best < stopLoss.trigger;
}

/**
 * Why legs do not stand around the prices at which their entry fills, from the better one (the trigger that it waits for, or the touch)
 * to its limit: a stop that its own entry's fill had made true would sell at once what was bought. `touch` and `last` are 0 when unknown.
 */
export function aroundProblem(
  { side, price, trigger }: LegTicks,
  legs: LegPair<LegTicks>,
  touch: number,
  last: number,
): Outcome<never> | null {
  const first = trigger || touch;
  const worst = price || first || last;
  if (worst === 0) return refused('ORDER_NO_REFERENCE_PRICE', { field: 'price' });
  const isBetter = first > 0 && (side === 'BUY' ? first < worst : first > worst);
  return encloses(legs, worst, isBetter ? first : worst) ? null : refused('ORDER_OCO_PRICES', { field: 'price' });
}

/** The orders that the legs of an intent become: of a pair at once, of a bracket without quantity until its entry fills. */
export function newLegs(
  intent: OrderIntent,
  exchange: string,
  newId: () => string,
  timeMs: number,
  parentId: string | null,
): LegPair<Order> {
  const { apiId, instrumentId, stp, takeProfit, stopLoss } = intent;
  if (takeProfit === undefined || stopLoss === undefined) throw new Error('an intent without legs makes no pair');
  const [profitId, stopId] = [newId(), newId()];
  const isOco = parentId === null;
  const made = (leg: OrderLeg, orderId: string, pairId: string, clientOrderId: string | undefined): Order => {
    const id = clientOrderId === undefined ? {} : { clientOrderId };
    const { clientOrderId: _, ...terms } = leg;
    const qty = isOco ? (intent.qty ?? '0') : '0';
    const one = { apiId, instrumentId, side: legSide(intent), qty, ...(stp === undefined ? {} : { stp }), ...terms, ...id };
    const order = newOrder(exchange, orderId, one, timeMs);
    return { ...order, triggerKind: isOco ? 'OCO' : 'CONDITIONAL_OCO', pairId, parentId, status: isOco ? order.status : 'WAITING' };
  };
  return {
    // The first order of a pair has the intent's own name.
    takeProfit: made(takeProfit, profitId, stopId, isOco ? intent.clientOrderId : takeProfit.clientOrderId),
    stopLoss: made(stopLoss, stopId, profitId, stopLoss.clientOrderId),
  };
}
