import type { OrderTerms, PlaceBracket, PlaceOco, PlaceOrder } from '../command.ts';
import type { ClientIds } from '../orders/client-ids.ts';
import { digestTerms, type TermsDigest } from './command-code.gen.ts';

/**
 * 53-bit digest of a placing command's whole content, to tell a repeat from another order under the same client id.
 * Two commands of one account and id with equal digests by chance: about 1 in 10^16. `ids` digests the client ids.
 */
export class Fingerprint implements TermsDigest {
  private readonly ids: ClientIds;
  /** The command as words, gathered before they are mixed: the lanes stay in registers then. */
  private readonly words: number[] = [];
  private count = 0;

  constructor(ids: ClientIds) {
    this.ids = ids;
  }

  of(command: PlaceOrder | PlaceOco | PlaceBracket): number {
    this.count = 0;
    switch (command.type) {
      case 'PLACE':
        this.terms(command.terms);
        break;
      case 'PLACE_OCO':
        this.terms(command.takeProfit);
        this.terms(command.stopLoss);
        break;
      case 'PLACE_BRACKET':
        this.terms(command.entry);
        this.terms(command.takeProfit);
        this.terms(command.stopLoss);
    }
    return this.mixed();
  }

  /** Two multiplicative 32-bit lanes with different constants. */
  private mixed(): number {
    const { words, count } = this;
    let high = 0;
    let low = 0;
    for (let i = 0; i < count; i++) {
      const word = words[i] as number;
      high = Math.imul(high ^ word, 0x9e3779b1);
      high ^= high >>> 15;
      low = (Math.imul(low ^ word, 0x85ebca6b) + 0x165667b1) | 0;
      low ^= low >>> 13;
    }
    return (high >>> 0) * 2 ** 21 + (low >>> 11);
  }

  private terms(terms: OrderTerms): void {
    const { ids } = this;
    ids.digest(terms.account, terms.clientOrderId);
    digestTerms(this, terms);
    this.word(ids.low);
    this.word(ids.high);
  }

  number(value: number): void {
    const low = value | 0;
    this.word(low);
    this.word(low === value ? 0 : (value / 2 ** 32) | 0);
  }

  amount(value: bigint): void {
    for (let rest = value; rest !== 0n && rest !== -1n; rest >>= 32n) this.word(Number(BigInt.asIntN(32, rest)));
    this.word(value < 0n ? 1 : 2);
  }

  word(value: number): void {
    this.words[this.count++] = value;
  }
}
