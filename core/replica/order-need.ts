import type { OrderIntent } from '../contract/trading.ts';
import { settlesInMargin } from '../domain/clearing/kinds.ts';
import type { Instrument } from '../domain/markets/instrument.ts';
import { compareDecimals, multiplyDecimals } from '../domain/numbers/decimal.ts';
import { hasLimitPrice, isTriggerType } from '../domain/orders/order.ts';

/** So much of an asset, as a decimal string. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: string;
}

/**
 * What an order on spot takes from what is free as soon as its exchange has it; null when only the exchange can tell (a market buy by quantity, a
 * contract's margin), or when it takes nothing yet (a trigger that waits).
 */
export function orderNeed(intent: OrderIntent, instrument: Instrument): AssetAmount | null {
  const isPair = intent.triggerKind === 'OCO';
  if (settlesInMargin(instrument) || (isTriggerType(intent.type) && !isPair)) return null;
  const { base, quote } = instrument;
  const { side, qty, quoteAmount } = intent;
  if (side === 'BUY' && quoteAmount !== undefined) return { asset: quote, amount: quoteAmount };
  if (qty === undefined) return null;
  if (side === 'SELL') return { asset: base, amount: qty };
  const legs = isPair ? [intent.takeProfit, intent.stopLoss] : [intent];
  const prices = legs.flatMap((leg) => (leg !== undefined && hasLimitPrice(leg.type) && leg.price !== undefined ? [leg.price] : []));
  const [dearest] = prices.sort(compareDecimals).reverse();
  return dearest === undefined ? null : { asset: quote, amount: multiplyDecimals(dearest, qty) };
}
