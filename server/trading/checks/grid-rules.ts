import { AppError } from '../../../core/contract/app-error.ts';
import type { OrderChange, OrderIntent, OrderLeg } from '../../../core/contract/trading.ts';
import { toBigInt } from '../../../core/domain/clearing/amount.ts';
import { givenAsset, given as givenBy, payableLots } from '../../../core/domain/clearing/cash.ts';
import { settlesInMargin } from '../../../core/domain/clearing/kinds.ts';
import { hasLimitPrice, isTriggerType } from '../../../core/domain/orders/order.ts';
import { malformed, offGrid, parseAmount, tooLarge } from '../scaled-number.ts';
import type { InstrumentGrid } from './instrument-grid.ts';

/** Values against an instrument's grid and limits. Each check gives the first broken rule, or null. */

export function checkIntentGrid(intent: OrderIntent, grid: InstrumentGrid): AppError | null {
  return checkPrices(intent, grid, '') ?? checkLegs(intent, grid) ?? checkSize(intent, grid);
}

export function checkChangeGrid(change: OrderChange, grid: InstrumentGrid): AppError | null {
  const problem = checkPrice(change.price, 'price', grid) ?? checkPrice(change.triggerPrice, 'triggerPrice', grid);
  if (problem !== null || change.qty === undefined) return problem;
  return checkQty(change.qty, grid);
}

function checkPrices(terms: OrderIntent | OrderLeg, grid: InstrumentGrid, prefix: string): AppError | null {
  return checkPrice(terms.price, `${prefix}price`, grid) ?? checkPrice(terms.triggerPrice, `${prefix}triggerPrice`, grid);
}

function checkLegs(intent: OrderIntent, grid: InstrumentGrid): AppError | null {
  const { takeProfit, stopLoss } = intent;
  return (
    (takeProfit === undefined ? null : checkPrices(takeProfit, grid, 'takeProfit.')) ??
    (stopLoss === undefined ? null : checkPrices(stopLoss, grid, 'stopLoss.'))
  );
}

function checkPrice(price: string | undefined, field: string, grid: InstrumentGrid): AppError | null {
  if (price === undefined) return null;
  const ticks = grid.ticksOf(price);
  if (ticks > 0) return null;
  if (ticks === malformed) return notDecimal(field);
  if (ticks === offGrid) return new AppError('ORDER_PRICE_OFF_GRID', { field, value: price, tick: grid.instrument.tick });
  return new AppError('ORDER_PRICE_INVALID', { field });
}

function checkQty(qty: string, grid: InstrumentGrid): AppError | null {
  const field = 'qty';
  const lots = grid.lotsOf(qty);
  if (lots === malformed) return notDecimal(field);
  if (lots === offGrid) return new AppError('ORDER_QTY_OFF_GRID', { field, value: qty, lot: grid.instrument.lot });
  if (lots === tooLarge || lots > grid.maxLots) return new AppError('ORDER_QTY_TOO_LARGE', { field, limit: grid.instrument.maxQty });
  return lots < grid.minLots || lots === 0 ? new AppError('ORDER_QTY_TOO_SMALL', { field, limit: grid.instrument.minQty }) : null;
}

function checkSize(intent: OrderIntent, grid: InstrumentGrid): AppError | null {
  if (intent.quoteAmount !== undefined) return checkQuoteAmount(intent.quoteAmount, grid);
  if (intent.qty === undefined) return null;
  const problem = checkQty(intent.qty, grid);
  if (problem !== null) return problem;
  return checkNotional(intent, grid, intent.qty);
}

/** Orders without a limit price are measured by the venue, which knows the last price. */
function checkNotional(intent: OrderIntent, grid: InstrumentGrid, qty: string): AppError | null {
  const { price } = intent.triggerKind === 'OCO' ? (intent.takeProfit ?? intent) : intent;
  if (price === undefined || grid.notional(grid.ticksOf(price), grid.lotsOf(qty)) >= grid.minNotional) return null;
  return new AppError('ORDER_NOTIONAL_TOO_SMALL', { field: 'qty', limit: grid.instrument.minNotional });
}

function checkQuoteAmount(quoteAmount: string, grid: InstrumentGrid): AppError | null {
  const field = 'quoteAmount';
  const units = parseAmount(quoteAmount, grid.quoteScale);
  if (units === BigInt(malformed)) return notDecimal(field);
  if (units === BigInt(offGrid)) return new AppError('ORDER_AMOUNT_OFF_GRID', { field, value: quoteAmount, scale: grid.quoteScale });
  if (units === BigInt(tooLarge)) return new AppError('ORDER_AMOUNT_OVERFLOW', { field });
  if (units > 0n && units >= grid.minNotional) return null;
  return new AppError('ORDER_NOTIONAL_TOO_SMALL', { field, limit: grid.instrument.minNotional });
}

/** What the account must have free for the order to be accepted, in minor units of one asset. */
interface FundsNeed {
  readonly asset: string;
  readonly scale: number;
  readonly units: bigint;
  readonly field: string;
  /** The largest size that so many minor units would pay for, `0` when none could be placed, and the asset that it counts. */
  readonly fits: (units: bigint) => string;
  readonly fitsAsset: string;
}

/**
 * Funds that the order certainly needs at once; null when only the venue can tell (a market buy by quantity, a kind that asks for margin) or
 * when it needs none yet (a trigger that waits reserves nothing). Fees come off what is received and are not needed up front.
 */
export function fundsNeeded(intent: OrderIntent, grid: InstrumentGrid): FundsNeed | null {
  const isOco = intent.triggerKind === 'OCO';
  if ((isTriggerType(intent.type) && !isOco) || settlesInMargin(grid.instrument)) return null;
  const { side } = intent;
  const { base, quote } = grid.instrument;
  if (side === 'BUY' && intent.quoteAmount !== undefined) {
    const units = parseAmount(intent.quoteAmount, grid.quoteScale);
    const fits = (free: bigint): string => grid.quote(free < grid.minNotional ? 0n : free);
    return { asset: quote, scale: grid.quoteScale, units, field: 'quoteAmount', fits, fitsAsset: quote };
  }
  const leg = isOco && side === 'BUY' ? intent.takeProfit : intent;
  const price = leg !== undefined && hasLimitPrice(leg.type) ? leg.price : undefined;
  if (intent.qty === undefined || (side === 'BUY' && price === undefined)) return null;
  const ticks = price === undefined ? 1 : grid.ticksOf(price);
  const given = givenAsset(side);
  const fits = (free: bigint): string => placeableQty(grid, payableLots(grid.values, side, ticks, free), leg?.price);
  const units = toBigInt(givenBy(grid.values, side, ticks, grid.lotsOf(intent.qty)));
  return {
    asset: grid.instrument[given],
    scale: given === 'base' ? grid.baseScale : grid.quoteScale,
    units,
    field: 'qty',
    fits,
    fitsAsset: base,
  };
}

/** Lots as a quantity; `0` when they are too few for an order, at its price where it has one. */
function placeableQty(grid: InstrumentGrid, lots: bigint, price: string | undefined): string {
  const most = Number(lots < BigInt(grid.maxLots) ? lots : BigInt(grid.maxLots));
  const isSmall = most < grid.minLots || (price !== undefined && grid.notional(grid.ticksOf(price), most) < grid.minNotional);
  return isSmall ? '0' : grid.qty(most);
}

const notDecimal = (field: string): AppError => new AppError('REQUEST_INVALID', { field, rule: 'decimal' });
