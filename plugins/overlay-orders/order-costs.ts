import type { Api, Order, Position } from '../../core/contract/client-services.ts';
import { addDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { changePercent, formatDecimal, withPlus } from '../../core/domain/numbers/number-text.ts';
import { cutHolding, unrealised } from '../../core/domain/orders/cost-basis.ts';

/** What is left of an order, in base; null for one that was sized in quote. */
export const openQty = ({ qty, filledQty, preventedQty }: Order): string | null =>
  qty === null ? null : addDecimals(qty, negateDecimal(addDecimals(filledQty, preventedQty)));

/** What the coins of an account have cost on average, asked for while somebody drags a line that would sell them. */
export class OrderCosts {
  readonly #api: Pick<Api, 'call'>;
  readonly #positions = new Map<number, readonly Position[]>();
  /** Accounts whose costs are known, or on their way. */
  readonly #asked = new Set<number>();

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  /** Asks for the account of an order that sells, once until trades may have changed it, and again where no answer came. */
  async want({ apiId, side }: Order): Promise<void> {
    if (side !== 'SELL' || this.#asked.has(apiId)) return;
    this.#asked.add(apiId);
    const outcome = await this.#api.call('positions', { query: { apiIds: [apiId] } });
    if (outcome.ok) this.#positions.set(apiId, outcome.value);
    else this.#asked.delete(apiId);
  }

  /** There were trades. What is known stays until it is asked for again. */
  renew(): void {
    this.#asked.clear();
  }

  /**
   * What a sale of the rest at `price` would make over its average cost, as far as that is known: in quote and percent, without fees.
   * Null: unknown, or it buys.
   */
  profitAt(order: Order, price: string): { readonly amount: string; readonly percent: string } | null {
    const qty = openQty(order);
    const held = this.#positions.get(order.apiId)?.find(({ instrumentId }) => instrumentId === order.instrumentId);
    if (order.side !== 'SELL' || qty === null || held?.cost == null) return null;
    const change = changePercent(held.avgPrice, price);
    const profit = unrealised(cutHolding({ qty: held.qty, cost: held.cost }, qty), price);
    return change === null ? null : { amount: withPlus(formatDecimal(profit, 2)), percent: change.text };
  }
}
