import type { Candle } from '../../core/contract/market.ts';
import type { StrategySuggest, SuggestContext, Suggestion, Suggestions } from '../../core/contract/strategy-preview.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { freeMoney, leastQty } from '../../core/domain/markets/order-size.ts';
import { briefDecimal } from '../../core/domain/numbers/brief-decimal.ts';
import { compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { shortestDecimal } from '../../core/domain/numbers/fixed-decimal.ts';
import { percentText } from '../../core/domain/numbers/number-text.ts';
import { onStep } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';
import { isPair } from './strategy-check.ts';
import { netOf } from './strategy-spread.ts';

const usualMinutes = 240;
/** Fewer say nothing about what is usual. */
const fewestMinutes = 20;
/** Above the mean: rarer than one minute in twenty. */
const deviations = 2;
/** A round trip is to earn so many times its fees. */
const feesInSpread = 1.25;
const rateStep = '0.0001';
/** Orders of the smallest size that an opening may hold without much money. */
const fewestOrders = 10;
const moneyShare = 0.1;

/** Opens where the spread is rarely and a round trip earns more than four fees, closes where it usually is. */
export const suggest: StrategySuggest<Params> = {
  history: ({ legA, legB }) =>
    [legA, legB].flatMap((leg) =>
      leg === undefined ? [] : [{ instrumentId: leg.instrumentId, interval: '1m', history: usualMinutes } as const],
    ),
  values: (context) => {
    const { legA, legB } = context.params;
    const [a, b] = [context.instruments[legA?.instrumentId ?? ''], context.instruments[legB?.instrumentId ?? '']];
    if (legA === undefined || legB === undefined || a === undefined || b === undefined) return lacking('suggest.noMarkets');
    if (!isPair(a, b)) return lacking('suggest.otherAsset', { asset: a.base });
    const [priceA, priceB] = [context.lastPrices[a.id], context.lastPrices[b.id]];
    if (priceA === undefined || priceB === undefined) return lacking('suggest.noPrice');
    const spreads = spreadsOf(context.candles);
    if (spreads.length < fewestMinutes) return lacking('suggest.fewMinutes', { minutes: spreads.length, needed: fewestMinutes });
    const [cheaper, dearer] = compareDecimals(priceA, priceB) < 0 ? [priceA, priceB] : [priceB, priceA];
    return around(context, { a, b, cheaper, dearer, apiId: legB.apiId }, spreads);
  },
};

const lacking = (key: string, params: Suggestion['params'] = {}): Suggestions => ({ values: [], lack: { key, params } });

/** Of the minutes that both legs know, by their closes. */
function spreadsOf([minutesA = [], minutesB = []]: readonly (readonly Candle[])[]): readonly number[] {
  const closes = new Map(minutesB.map(({ openMs, close }) => [openMs, Number(close)]));
  return minutesA.flatMap(({ openMs, close }) => {
    const other = closes.get(openMs);
    return other === undefined ? [] : [Number(close) / other - 1];
  });
}

interface Legs {
  readonly a: Instrument;
  readonly b: Instrument;
  /** The lower of both prices, and the higher. */
  readonly cheaper: string;
  readonly dearer: string;
  /** Whose money buys. */
  readonly apiId: number;
}

function around({ balances }: SuggestContext<Params>, { a, b, cheaper, dearer, apiId }: Legs, spreads: readonly number[]): Suggestions {
  const mean = spreads.reduce((sum, one) => sum + one, 0) / spreads.length;
  const deviation = Math.sqrt(spreads.reduce((sum, one) => sum + (one - mean) ** 2, 0) / spreads.length);
  // Without the sign of a zero.
  const close = shortestDecimal(Math.round(mean * 10_000) / 10_000 + 0, 4);
  // The rules of the form count with the markets' own fees, as takers.
  const fees = 2 * (Number(a.takerFee) + Number(b.takerFee));
  const least = Math.max(0, Number(close)) + fees * feesInSpread;
  const open = onStep(Math.max(mean + deviations * deviation, least), rateStep, 'up');
  const opening = { openA: 1 + Number(open), openB: 1, closeA: 1 + Number(close), closeB: 1 };
  const net = netOf({ ...opening, feeA: Number(a.takerFee), feeB: Number(b.takerFee) });
  if (net <= 0) return lacking('suggest.belowFees', { fee: percentText(shortestDecimal(fees, 8)) });
  const qty = commonQty(a, b, cheaper);
  const money = freeMoney(b, apiId, balances);
  const smallest = multiplyDecimals(multiplyDecimals(qty, dearer), String(fewestOrders));
  const amount = onStep(Math.max(Number(smallest), Number(money?.free ?? 0) * moneyShare), '1', 'up');
  const isShare = money !== null && compareDecimals(amount, onStep(Number(smallest), '1', 'up')) > 0;
  return {
    values: [
      {
        field: 'minOpenSpread',
        value: open,
        key: 'suggest.minOpenSpread',
        params: {
          mean: percentText(close),
          deviation: percentText(shortestDecimal(deviation, 6)),
          fee: percentText(shortestDecimal(fees, 8)),
        },
      },
      { field: 'minCloseSpread', value: close, key: 'suggest.minCloseSpread', params: { minutes: spreads.length } },
      { field: 'maxSlippage', value: onStep(net / 4, '0.00001', 'up'), key: 'suggest.maxSlippage', params: {} },
      { field: 'baseOrderQty', value: qty, key: 'suggest.baseOrderQty', params: {} },
      isShare
        ? {
            field: 'maxOrderAmount',
            value: amount,
            key: 'suggest.maxOrderAmount',
            params: { amount: briefDecimal(money.free, 6), asset: money.asset },
          }
        : { field: 'maxOrderAmount', value: amount, key: 'suggest.leastAmount', params: { count: fewestOrders } },
      {
        field: 'maxUnhedgedAmount',
        value: onStep(Number(multiplyDecimals(multiplyDecimals(qty, dearer), '2')), '1', 'up'),
        key: 'suggest.maxUnhedgedAmount',
        params: {},
      },
    ],
  };
}

/** The smallest order that both markets take, in lots of the coarser. */
function commonQty(a: Instrument, b: Instrument, price: string): string {
  const lot = Number(a.lot) > Number(b.lot) ? a.lot : b.lot;
  return onStep(Math.max(...[a, b].map((one) => Number(leastQty(one, price)))), lot, 'up');
}
