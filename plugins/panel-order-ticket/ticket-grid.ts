import type { Level } from '../../core/contract/market.ts';
import type { Amount } from '../../core/domain/clearing/amount.ts';
import type { CashAsset } from '../../core/domain/clearing/cash.ts';
import { ExactLotValues } from '../../core/domain/clearing/lot-values.ts';
import type { ShowOffers } from '../../core/domain/clearing/offers.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { decimalsOf, fromUnits, pow10, wholeUnits } from '../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import { decimalOf, isOnGrid, unitsOf } from './grid-math.ts';

type Steps = Pick<Instrument, 'tick' | 'lot' | 'maxQty'>;

/** Decimals in which every product of a price and a quantity is exact. */
const finestScale = 20;

/** A market's way between the texts of a ticket and the ticks and lots of the clearing. `quoteScale`: decimals that amounts of quote are counted in. */
export class TicketGrid {
  readonly values: ExactLotValues;
  /** Lots of the largest order. */
  readonly maxLots: number;
  readonly #tick: bigint;
  readonly #lot: bigint;
  readonly #scales: Readonly<Record<CashAsset, number>>;

  constructor({ tick, lot, maxQty }: Steps, quoteScale = finestScale) {
    this.#scales = { base: finestScale, quote: quoteScale };
    this.#tick = unitsOf(tick) || 1n;
    this.#lot = unitsOf(lot) || 1n;
    this.values = new ExactLotValues(this.#lot, (this.#tick * this.#lot) / pow10(2 * finestScale - quoteScale));
    this.maxLots = this.lots(maxQty);
  }

  /** Minor units of an amount, without what lies below them; null when the text is no decimal. */
  units = (asset: CashAsset, amount: string): bigint | null => (unitsOf(amount) === null ? null : wholeUnits(amount, this.#scales[asset]));

  amount = (asset: CashAsset, units: Amount): string => fromUnits(BigInt(units), this.#scales[asset]);

  /** Ticks of a price; 0 of what is no price on the grid. */
  ticks = (price: string): number => stepsOf(price, this.#tick);

  /** Lots of a quantity; 0 of what is none on the grid. */
  lots = (qty: string): number => stepsOf(qty, this.#lot);

  price = (ticks: number): string => decimalOf(BigInt(ticks) * this.#tick);

  qty = (lots: number | bigint): string => decimalOf(BigInt(lots) * this.#lot);

  /** Levels of the book, best first, as far as the worst price of an order (ticks, 0: any). */
  offers =
    (side: OrderSide, levels: readonly Level[], worst: number): ShowOffers =>
    (taker) => {
      for (const [price, qty] of levels) {
        const ticks = this.ticks(price);
        if (isWorse(side, ticks, worst) || !taker.take(ticks, this.lots(qty))) return;
      }
    };
}

/** The market in steps that its book is counted in as well: orders that rest keep their prices and sizes when tick and lot become coarser. */
export const countedWith = <S extends Steps>(market: S, levels: readonly Level[]): S => ({
  ...market,
  tick: stepOf(
    market.tick,
    levels.map(([price]) => price),
  ),
  lot: stepOf(
    market.lot,
    levels.map(([, qty]) => qty),
  ),
});

function stepOf(step: string, texts: readonly string[]): string {
  if (texts.every((text) => isOnGrid(text, step))) return step;
  return fromUnits(1n, Math.max(...[step, ...texts].map(decimalsOf)));
}

/** Whether an order that goes to `worst` (ticks, 0: to any price) leaves an offer alone. */
export const isWorse = (side: OrderSide, ticks: number, worst: number): boolean =>
  worst !== 0 && (side === 'BUY' ? ticks > worst : ticks < worst);

function stepsOf(text: string, step: bigint): number {
  const units = unitsOf(text) ?? 0n;
  return units % step === 0n ? Number(units / step) : 0;
}
