import { orderSides, orderTypes, positionSides, selfTradePreventions, timesInForce, watchedPrices } from '../../core/domain/order.ts';
import type { OrderTerms, PlaceBracket, PlaceOco, PlaceOrder } from './command.ts';

/**
 * 53-bit digest of a placing command's whole content, to tell a repeat from another order under the same client id.
 * Two commands of one account and id with equal digests by chance: about 1 in 10^16.
 */
export function fingerprint(command: PlaceOrder | PlaceOco | PlaceBracket): number {
  switch (command.type) {
    case 'PLACE':
      return digest(new Mixer(1).terms(command.terms));
    case 'PLACE_OCO':
      return digest(new Mixer(2).terms(command.takeProfit).terms(command.stopLoss));
    case 'PLACE_BRACKET':
      return digest(new Mixer(3).terms(command.entry).terms(command.takeProfit).terms(command.stopLoss));
  }
}

const digest = (mixer: Mixer): number => (mixer.high >>> 0) * 2 ** 21 + (mixer.low >>> 11);

/** Two multiplicative 32-bit lanes with different constants. */
class Mixer {
  high: number;
  low: number;

  constructor(seed: number) {
    this.high = Math.imul(seed, 0x9e3779b1);
    this.low = Math.imul(seed, 0x85ebca6b);
  }

  terms(terms: OrderTerms): this {
    this.number(orderSides.indexOf(terms.side) + 2 * orderTypes.indexOf(terms.orderType) + 16 * timesInForce.indexOf(terms.timeInForce));
    this.number(positionSides.indexOf(terms.positionSide) + 4 * selfTradePreventions.indexOf(terms.stp));
    this.number(watchedPrices.indexOf(terms.watchedPrice) + (terms.reduceOnly ? 4 : 0) + (terms.closePosition ? 8 : 0));
    this.number(terms.instrument);
    this.number(terms.price);
    this.number(terms.qty);
    this.number(terms.trigger);
    this.amount(terms.quoteAmount);
    this.text(terms.clientOrderId);
    return this;
  }

  private number(value: number): void {
    this.word(value | 0);
    if (value > 0x7fffffff) this.word((value / 2 ** 32) | 0);
  }

  private amount(value: bigint): void {
    for (let rest = value; rest !== 0n && rest !== -1n; rest >>= 32n) this.word(Number(BigInt.asIntN(32, rest)));
    this.word(value < 0n ? 1 : 0);
  }

  private text(value: string): void {
    for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
  }

  private word(value: number): void {
    const high = Math.imul(this.high ^ value, 0x9e3779b1);
    this.high = high ^ (high >>> 15);
    const low = Math.imul(this.low ^ value, 0x85ebca6b) + 0x165667b1;
    this.low = low ^ (low >>> 13);
  }
}
