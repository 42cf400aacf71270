import type { StrategySuggest, SuggestContext, Suggestion, Suggestions } from '../../core/contract/strategy-preview.ts';
import { settlesInMargin } from '../../core/domain/clearing/kinds.ts';
import { averageRange } from '../../core/domain/indicators/average-range.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { fittingQty, freeMoney, freeOf, leastQty } from '../../core/domain/markets/order-size.ts';
import { briefDecimal } from '../../core/domain/numbers/brief-decimal.ts';
import { compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { percentText } from '../../core/domain/numbers/number-text.ts';
import { onStep } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';
import { rangeLength, volatilityHistory } from './strategy-volatility.ts';

/** Rates are suggested in hundredths of a percent. */
const rateStep = '0.0001';
/** Wider than its two fees by half. */
const feesInSpread = 3;
/** Levels that are suggested distances for. */
const usualLevels = 3;
/** Of the free money, what one quote is to take. */
const moneyShare = 0.01;
/** Quotes of one size until the inventory is full. */
const mostQuotes = 10;
/** Ranges of a minute within one minute that are no usual minute any more. */
const wildRanges = 5;

/** A spread that a minute does not run over and that earns more than its fees, with sizes that the account can hold. */
export const suggest: StrategySuggest<Params> = {
  history: ({ instrumentId }) => (instrumentId === undefined ? [] : [{ instrumentId, interval: '1m', history: volatilityHistory }]),
  values: (context) => {
    const { instrumentId = '', levels = usualLevels } = context.params;
    const [instrument, price] = [context.instruments[instrumentId], context.lastPrices[instrumentId]];
    if (instrument === undefined) return lacking('suggest.noMarket');
    if (price === undefined) return lacking('suggest.noPrice');
    const [minutes = []] = context.candles;
    const range = averageRange(minutes, rangeLength);
    if (range === null) return lacking('suggest.fewMinutes', { minutes: minutes.length, needed: rangeLength });
    return quotes(context, instrument, price, range / Number(price), levels);
  },
};

const lacking = (key: string, params: Suggestion['params'] = {}): Suggestions => ({ values: [], lack: { key, params } });

/** `minute`: the range of one, as a fraction of the price. */
function quotes(context: SuggestContext<Params>, instrument: Instrument, price: string, minute: number, levels: number): Suggestions {
  const { params, fees, balances } = context;
  const { apiId } = params;
  const makerFee = fees[instrument.id]?.makerFee ?? instrument.makerFee;
  // The rules of the form count with the market's own fee, which is never less.
  const fee = Math.max(Number(makerFee), Number(instrument.makerFee));
  const spread = onStep(Math.max(minute, feesInSpread * fee, Number(rateStep)), rateStep, 'up');
  const interval = onStep(Number(spread) / 2, rateStep, 'up');
  if (Number(spread) / 2 + (levels - 1) * Number(interval) >= 1) return lacking('suggest.wild');
  const money = freeMoney(instrument, apiId, balances);
  const qty = fittingQty(instrument, price, (Number(money?.free ?? 0) * moneyShare) / Number(price));
  const isShare = money !== null && compareDecimals(qty, leastQty(instrument, price)) > 0;
  const said = { range: percentText(onStep(minute, '0.000001', 'up')), fee: percentText(makerFee) };
  return {
    values: [
      { field: 'minOpenSpread', value: spread, key: 'suggest.minOpenSpread', params: said },
      { field: 'priceInterval', value: interval, key: 'suggest.priceInterval', params: {} },
      isShare
        ? {
            field: 'baseOrderQty',
            value: qty,
            key: 'suggest.baseOrderQty',
            params: { amount: briefDecimal(money.free, 6), asset: money.asset },
          }
        : { field: 'baseOrderQty', value: qty, key: 'suggest.leastQty', params: {} },
      ...startOf(context, instrument),
      { field: 'maxPosition', value: multiplyDecimals(qty, String(mostQuotes)), key: 'suggest.maxPosition', params: { count: mostQuotes } },
      {
        field: 'maxMove',
        value: onStep(Math.max(wildRanges * minute, Number(spread)), rateStep, 'up'),
        key: 'suggest.maxMove',
        params: { count: wildRanges, range: said.range },
      },
    ],
  };
}

/** On spot asks sell what is there: all that is free. Where nothing is, the form's help says what that means. */
function startOf({ params: { apiId, spotSide }, balances }: SuggestContext<Params>, instrument: Instrument): Suggestions['values'] {
  if (apiId === undefined || settlesInMargin(instrument) || spotSide === 'BUY') return [];
  const value = onStep(Number(freeOf(instrument.base, instrument, apiId, balances)), instrument.lot, 'down');
  return Number(value) === 0 ? [] : [{ field: 'startPosition', value, key: 'suggest.startPosition', params: { asset: instrument.base } }];
}
