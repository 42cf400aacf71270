import type { StrategySuggest, SuggestContext, Suggestion, Suggestions } from '../../core/contract/strategy-preview.ts';
import { averageRange } from '../../core/domain/indicators/average-range.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { fittingQty, freeMoney, leastQty } from '../../core/domain/markets/order-size.ts';
import { briefDecimal } from '../../core/domain/numbers/brief-decimal.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { percentText } from '../../core/domain/numbers/number-text.ts';
import { onStep, stepGrid, stepsOf } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';
import { linePrices, netPerGrid } from './strategy-lines.ts';
import { fewestLevels, rangeHistory, rangeLength } from './strategy-range.ts';

/** Of days: two weeks. With fewer than half of them a range says little. */
const daysLength = 14;
const fewestDays = 7;
/** More lines than anybody follows. */
const mostLevels = 50;
/** A step is so many times what its two fees take: as much again is left. */
const feeShare = 2;
/** Of the free money, what a grid is to take at most. */
const moneyShare = 0.2;

/** A range of the market's own days around its price, with lines that an hour does not run over and that earn more than their fees. */
export const suggest: StrategySuggest<Params> = {
  history: ({ instrumentId }) =>
    instrumentId === undefined
      ? []
      : [
          { instrumentId, interval: '1d', history: daysLength },
          { instrumentId, interval: '1h', history: rangeHistory },
        ],
  values: (context) => {
    const { instrumentId = '' } = context.params;
    const [instrument, price] = [context.instruments[instrumentId], context.lastPrices[instrumentId]];
    if (instrument === undefined) return lacking('suggest.noMarket');
    if (price === undefined) return lacking('suggest.noPrice');
    const [days = [], hours = []] = context.candles;
    const day = days.length < fewestDays ? null : averageRange(days, days.length);
    if (day === null || day === 0) return lacking('suggest.fewDays', { days: days.length, needed: fewestDays });
    return around(context, instrument, price, { day, days: days.length, hour: averageRange(hours, rangeLength) ?? 0 });
  },
};

const lacking = (key: string, params: Suggestion['params'] = {}): Suggestions => ({ values: [], lack: { key, params } });

interface Ranges {
  readonly day: number;
  readonly days: number;
  readonly hour: number;
}

function around(context: SuggestContext<Params>, instrument: Instrument, last: string, { day, days, hour }: Ranges): Suggestions {
  const price = Number(last);
  const step = neatStep(day, instrument.tick);
  // Prices beyond the band would be refused.
  const reach = Math.min(day, price * Math.min(0.5, Number(instrument.priceBand) * 0.9));
  const lowPrice = onStep(price - reach, step, 'up');
  const highPrice = onStep(price + reach, step, 'down');
  if (compareDecimals(lowPrice, '0') <= 0 || compareDecimals(lowPrice, highPrice) >= 0) return lacking('suggest.narrow');
  const makerFee = context.fees[instrument.id]?.makerFee ?? instrument.makerFee;
  const levels = levelsIn({ lowPrice, highPrice }, instrument, hour, makerFee);
  if (levels === null) return lacking('suggest.belowFees', { fee: percentText(makerFee) });
  const stopLoss = onStep(Number(lowPrice) - day / 2, step, 'down');
  const why = { days, value: briefDecimal(onStep(day, instrument.tick, 'down'), 5) };
  return {
    values: [
      { field: 'lowPrice', value: lowPrice, key: 'suggest.lowPrice', params: why },
      { field: 'highPrice', value: highPrice, key: 'suggest.highPrice', params: why },
      {
        field: 'levels',
        value: levels,
        key: 'suggest.levels',
        params: { value: briefDecimal(onStep(hour, instrument.tick, 'down'), 5), fee: percentText(makerFee) },
      },
      quantity(context, instrument, lowPrice, highPrice, levels),
      ...(compareDecimals(stopLoss, '0') > 0
        ? [
            {
              field: 'stopLoss',
              value: stopLoss,
              key: 'suggest.stopLoss',
              params: { value: briefDecimal(onStep(day / 2, instrument.tick, 'down'), 5) },
            },
          ]
        : []),
    ],
  };
}

/** As many as leave each step wider than an hour's range and its fees twice; null: not even the fewest earn their fees. */
function levelsIn(
  range: { readonly lowPrice: string; readonly highPrice: string },
  instrument: Instrument,
  hour: number,
  makerFee: string,
): number | null {
  const [low, high] = [Number(range.lowPrice), Number(range.highPrice)];
  // The rules of the form count with the market's own fee, which is never less.
  const fee = Math.max(Number(makerFee), Number(instrument.makerFee));
  const least = Math.max(hour, 2 * fee * high * feeShare, Number(instrument.tick));
  const levels = Math.min(mostLevels, Math.max(fewestLevels, Math.floor((high - low) / least)));
  const [sell = '0', buy = '0'] = linePrices({ ...range, levels }, instrument.tick).toReversed();
  return compareDecimals(netPerGrid(buy, sell, '1', instrument.makerFee), '0') > 0 ? levels : null;
}

/** A part of the free money over all lines, or the smallest that the lowest line may have. */
function quantity(
  { params: { apiId }, balances }: SuggestContext<Params>,
  instrument: Instrument,
  lowPrice: string,
  highPrice: string,
  levels: number,
): Suggestion {
  const money = freeMoney(instrument, apiId, balances);
  const wanted = (Number(money?.free ?? 0) * moneyShare) / levels / Number(highPrice);
  const value = fittingQty(instrument, lowPrice, wanted);
  return money !== null && compareDecimals(value, leastQty(instrument, lowPrice)) > 0
    ? { field: 'orderQty', value, key: 'suggest.orderQty', params: { amount: briefDecimal(money.free, 6), asset: money.asset, levels } }
    : { field: 'orderQty', value, key: 'suggest.leastQty', params: {} };
}

/** A step of ten, hundred and so on that is fine beside a range and on the market's tick: people read 92,400 more easily than 92,413.27. */
function neatStep(range: number, tick: string): string {
  const grid = stepGrid(tick);
  const power = Math.floor(Math.log10(range / 20));
  const neat = power >= 0 ? `1${'0'.repeat(power)}` : `0.${'0'.repeat(-power - 1)}1`;
  const steps = stepsOf(neat, grid.decimals);
  return steps !== null && steps > 0 && steps % grid.size === 0 ? neat : tick;
}
