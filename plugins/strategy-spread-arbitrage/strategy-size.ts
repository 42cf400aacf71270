import type { StrategyContext } from '../../core/contract/strategy.ts';
import { settlesInMargin } from '../../core/domain/clearing/kinds.ts';
import { onGrid, stepGrid, textOfSteps } from '../../core/domain/numbers/steps.ts';
import type { OrderSide } from '../../core/domain/orders/order.ts';
import type { Params } from './params.ts';
import type { Executable, LegPrices } from './strategy-spread.ts';

type Context = StrategyContext<Params>;
type LegName = 'legA' | 'legB';

/** Sold (A) or bought (B) and not closed yet, in base, both legs as one: the smaller of the two. */
export function openQty(context: Context): number {
  return Math.max(0, Math.min(-netOf(context, 'legA'), netOf(context, 'legB')));
}

/** True when what is open is too little for an order. */
export function isFlat(context: Context): boolean {
  const { params, instruments } = context;
  const smallest = [params.legA, params.legB].map(({ instrumentId }) => Number(instruments[instrumentId]?.minQty ?? 0));
  return openQty(context) < Math.max(...smallest);
}

/** Signed holding of a leg since the start, in base. */
export function netOf({ positions, params }: Context, leg: LegName): number {
  const { apiId, instrumentId } = params[leg];
  const position = positions.find((one) => one.apiId === apiId && one.instrumentId === instrumentId);
  return position === undefined ? 0 : Number(position.side === 'SHORT' ? `-${position.qty}` : position.qty);
}

/** Quantity to open now: what both books give and the limits, coins and money of both legs allow; null when that is too little. */
export function openingQty(context: Context, a: LegPrices, b: LegPrices): string | null {
  const { params } = context;
  const left = Number(params.maxOrderAmount) / Math.max(a.sell.price, b.buy.price) - openQty(context);
  const wanted = Math.min(offered(params, a.sell, b.buy), left);
  return sized(context, Math.min(wanted, affordable(context, 'legA', 'SELL', a.sell), affordable(context, 'legB', 'BUY', b.buy)));
}

/** Quantity to close now, the same way. */
export function closingQty(context: Context, a: LegPrices, b: LegPrices): string | null {
  const depth = Math.min(a.buy.qty ?? Number.POSITIVE_INFINITY, b.sell.qty ?? Number.POSITIVE_INFINITY);
  const wanted = Math.min(openQty(context), depth);
  return sized(context, Math.min(wanted, affordable(context, 'legA', 'BUY', a.buy), affordable(context, 'legB', 'SELL', b.sell)), false);
}

/** The base quantity; with books what they offer, up to the largest. */
function offered({ baseOrderQty, maxOrderQty = baseOrderQty }: Params, first: Executable, second: Executable): number {
  if (first.qty === null || second.qty === null) return Number(baseOrderQty);
  return Math.min(first.qty, second.qty, Number(maxOrderQty));
}

/** What money or coins of a spot account reach for; contracts are held to their margin by the exchange. */
function affordable({ balances, params, instruments }: Context, leg: LegName, side: OrderSide, { limit }: Executable): number {
  const { apiId, instrumentId } = params[leg];
  const instrument = instruments[instrumentId];
  if (instrument === undefined || settlesInMargin(instrument)) return Number.POSITIVE_INFINITY;
  const asset = side === 'BUY' ? instrument.quote : instrument.base;
  const balance = balances.find(
    (one) =>
      one.apiId === apiId && one.exchange === instrument.exchange && one.accountType === instrument.accountType && one.asset === asset,
  );
  const free = balance === undefined ? 0 : Number(balance.total) - Number(balance.held);
  // A purchase pays its fee in coins: more is bought to have enough, at a price that may slip.
  return side === 'SELL' ? free : free / (Number(limit) * (1 + Number(params.maxSlippage)) * (1 + 2 * Number(instrument.takerFee)));
}

/** On the coarser of both lot grids. */
function sized({ params, instruments }: Context, qty: number, isOpening = true): string | null {
  const legs = [instruments[params.legA.instrumentId], instruments[params.legB.instrumentId]].filter((one) => one !== undefined);
  const lot = legs.reduce((coarsest, one) => (Number(one.lot) > Number(coarsest) ? one.lot : coarsest), '0');
  const smallest = Math.max(isOpening ? smallestOpening(params) : 0, ...legs.map(({ minQty }) => Number(minQty)));
  const text = lot === '0' ? '0' : wholeLots(qty, lot);
  return Number(text) <= 0 || Number(text) < smallest ? null : text;
}

/** Crumbs that a moving price frees are no opening. */
const smallestOpening = ({ minOrderQty, baseOrderQty }: Params): number => Number(minOrderQty ?? Number(baseOrderQty) / 10);

/** Rounded down; shares of a lot below a millionth are rounding of doubles. */
export function wholeLots(qty: number, lot: string): string {
  const grid = stepGrid(lot);
  return textOfSteps(Math.max(0, onGrid(grid, qty * 10 ** grid.decimals + 1e-6, 'down')), grid.decimals);
}
