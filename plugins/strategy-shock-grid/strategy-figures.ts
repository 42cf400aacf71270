import type { PreviewContext, PreviewFigure } from '../../core/contract/strategy-preview.ts';
import { settlesInMargin } from '../../core/domain/clearing/kinds.ts';
import { briefDecimal } from '../../core/domain/numbers/brief-decimal.ts';
import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import { shortestDecimal } from '../../core/domain/numbers/fixed-decimal.ts';
import { percentText } from '../../core/domain/numbers/number-text.ts';
import type { Params } from './params.ts';
import { linePrices, nearestLine, netPerGrid } from './strategy-lines.ts';

const digits = 4;

/** What the lines earn after the account's fees, how far apart they stand, and what they take; nothing of a range that has no two lines. */
export function figuresOf({ params, instruments, lastPrices, fees }: PreviewContext<Params>): readonly PreviewFigure[] {
  const { instrumentId, orderQty, lowPrice, highPrice } = params;
  const [instrument, fee] = [instruments[instrumentId], fees[instrumentId]];
  if (instrument === undefined || fee === undefined || compareDecimals(lowPrice, highPrice) >= 0) return [];
  const prices = linePrices(params, instrument.tick);
  if (new Set(prices).size < prices.length || prices.some((price) => compareDecimals(price, '0') <= 0)) return [];
  const { base, quote } = instrument;
  // The dearest pair of lines pays the highest fees and earns least, the cheapest most.
  const [most, least] = [prices.slice(0, 2), prices.slice(-2)].map(([buy = '0', sell = '0']) => ({
    profit: netPerGrid(buy, sell, orderQty, fee.makerFee),
    distance: addDecimals(sell, negateDecimal(buy)),
    cost: multiplyDecimals(addDecimals(sell, buy), fee.makerFee),
    buy,
  }));
  if (most === undefined || least === undefined) return [];
  const warns = compareDecimals(least.profit, '0') <= 0;
  const share = (part: string, whole: string): string => `${shortestDecimal((Number(part) / Number(whole)) * 100, 2)}%`;
  const value = multiplyDecimals(least.buy, orderQty);
  return [
    {
      title: 'figures.profit',
      key: warns ? 'figures.loss' : 'figures.profitText',
      params: {
        price: briefDecimal(least.profit, digits),
        value: briefDecimal(most.profit, digits),
        quote,
        rate: share(least.profit, value),
      },
      warns,
    },
    {
      title: 'figures.distance',
      key: 'figures.distanceText',
      params: { step: least.distance, rate: share(least.distance, least.buy), value: briefDecimal(least.cost, digits, 'up'), quote },
      warns,
    },
    capital(params, prices, lastPrices[instrumentId], { base, quote, isMargin: settlesInMargin(instrument) }),
    {
      title: 'figures.fees',
      key: fee.isOwn ? 'figures.ownFees' : 'figures.marketFees',
      params: { maker: percentText(fee.makerFee), taker: percentText(fee.takerFee) },
    },
  ];
}

interface Assets {
  readonly base: string;
  readonly quote: string;
  /** A part of it is enough. */
  readonly isMargin: boolean;
}

/** Money for the lines below the price, and coins for those above it, which are bought at the start unless the account has them. */
function capital(
  { orderQty, startPosition = '0' }: Params,
  prices: readonly string[],
  last: string | undefined,
  { base, quote, isMargin }: Assets,
): PreviewFigure {
  const nearest = last === undefined ? prices.length - 1 : nearestLine(prices, last);
  const buys = prices.slice(0, nearest).reduce((sum, price) => addDecimals(sum, multiplyDecimals(price, orderQty)), '0');
  const coins = multiplyDecimals(String(prices.length - 1 - nearest), orderQty);
  const missing = addDecimals(coins, negateDecimal(startPosition));
  const bought = compareDecimals(missing, '0') > 0 ? multiplyDecimals(missing, last ?? '0') : '0';
  return {
    title: 'figures.capital',
    key: isMargin ? 'figures.capitalMargin' : 'figures.capitalText',
    params: {
      amount: briefDecimal(addDecimals(buys, bought), digits, 'up'),
      quote,
      value: briefDecimal(buys, digits, 'up'),
      price: briefDecimal(bought, digits, 'up'),
      qty: coins,
      base,
    },
  };
}
