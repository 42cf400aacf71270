import type { Api, Order, Position } from '../../core/contract/client-services.ts';
import { fromUnits, toUnits } from '../../core/domain/numbers/decimal.ts';
import { changePercent, formatDecimal } from '../../core/domain/numbers/number-text.ts';

const scale = 20;
const units = (value: string): bigint => toUnits(value, scale) ?? 0n;

/** What is left of an order, in base; null for one that was sized in quote. */
export const openQty = ({ qty, filledQty, preventedQty }: Order): string | null =>
  qty === null ? null : fromUnits(units(qty) - units(filledQty) - units(preventedQty), scale);

/** What the coins of an account have cost on average, asked for while somebody drags a line that would sell them. */
export class OrderCosts {
  readonly #api: Pick<Api, 'call'>;
  readonly #positions = new Map<number, readonly Position[]>();
  /** Accounts whose costs are known, or on their way. */
  readonly #asked = new Set<number>();

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
  }

  /** Asks for the account of an order that sells, once until trades may have changed it. */
  async want({ apiId, side }: Order): Promise<void> {
    if (side !== 'SELL' || this.#asked.has(apiId)) return;
    this.#asked.add(apiId);
    const outcome = await this.#api.call('positions', { query: { apiIds: [apiId] } });
    if (outcome.ok) this.#positions.set(apiId, outcome.value);
  }

  /** There were trades. What is known stays until it is asked for again. */
  renew(): void {
    this.#asked.clear();
  }

  /** What a sale of the rest at `price` would make over the average cost, in quote and percent, without fees; null: unknown, or it buys. */
  profitAt(order: Order, price: string): { readonly amount: string; readonly percent: string } | null {
    const qty = openQty(order);
    const held = this.#positions.get(order.apiId)?.find(({ instrumentId }) => instrumentId === order.instrumentId);
    const cost = held?.avgPrice ?? null;
    if (order.side !== 'SELL' || qty === null || cost === null) return null;
    const change = changePercent(cost, price);
    const profit = (units(price) - units(cost)) * units(qty);
    const size = fromUnits((profit < 0n ? -profit : profit) / 10n ** BigInt(scale), scale);
    return change === null ? null : { amount: `${profit < 0n ? '−' : '+'}${formatDecimal(size, 2)}`, percent: change.text };
  }
}
