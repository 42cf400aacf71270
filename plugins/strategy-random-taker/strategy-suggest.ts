import type { StrategySuggest, Suggestion, Suggestions } from '../../core/contract/strategy-preview.ts';
import { fittingQty } from '../../core/domain/markets/order-size.ts';
import { briefDecimal } from '../../core/domain/numbers/brief-decimal.ts';
import { multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { onStep } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';

const dayHours = 24;
/** Fewer say nothing about what is usual. */
const fewestHours = 6;
/** Of what is traded, the part that is taken. */
const volumeShare = 0.01;
const usualWait = 30;
const hourSeconds = 3_600;
/** Orders of the average size until no more is taken. */
const mostOrders = 10;

/** Orders that together are a hundredth of what the market trades. */
export const suggest: StrategySuggest<Params> = {
  history: ({ instrumentId }) => (instrumentId === undefined ? [] : [{ instrumentId, interval: '1h', history: dayHours }]),
  values: ({ params: { instrumentId = '', averageWaitSeconds = usualWait }, instruments, lastPrices, candles: [hours = []] }) => {
    const [instrument, price] = [instruments[instrumentId], lastPrices[instrumentId]];
    if (instrument === undefined) return lacking('suggest.noMarket');
    if (price === undefined) return lacking('suggest.noPrice');
    if (hours.length < fewestHours) return lacking('suggest.fewHours', { hours: hours.length, needed: fewestHours });
    const hourly = hours.reduce((sum, { volume }) => sum + Number(volume), 0) / hours.length;
    const qty = fittingQty(instrument, price, hourly * volumeShare * (averageWaitSeconds / hourSeconds));
    const said = { qty: briefDecimal(onStep(hourly, instrument.lot, 'down'), 5), base: instrument.base, seconds: averageWaitSeconds };
    return {
      values: [
        { field: 'averageQty', value: qty, key: 'suggest.averageQty', params: said },
        {
          field: 'maxPosition',
          value: multiplyDecimals(qty, String(mostOrders)),
          key: 'suggest.maxPosition',
          params: { count: mostOrders },
        },
      ],
    };
  },
};

const lacking = (key: string, params: Suggestion['params'] = {}): Suggestions => ({ values: [], lack: { key, params } });
