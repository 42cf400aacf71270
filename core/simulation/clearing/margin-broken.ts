/** The loss of a contract account has used up its maintenance margin: an exchange would liquidate it here. */
export class MarginBroken extends Error {
  readonly code = 'MARGIN_BROKEN';
  readonly instrumentId: string;
  readonly timeMs: number;
  readonly price: string;

  constructor(instrumentId: string, timeMs: number, price: string) {
    super(`the margin of ${instrumentId} was used up at ${price}`);
    this.name = 'MarginBroken';
    this.instrumentId = instrumentId;
    this.timeMs = timeMs;
    this.price = price;
  }
}
