import type { StrategySuggest, Suggestion, Suggestions } from '../../core/contract/strategy-preview.ts';
import { leastQty } from '../../core/domain/markets/order-size.ts';
import { briefDecimal } from '../../core/domain/numbers/brief-decimal.ts';
import { onStep } from '../../core/domain/numbers/steps.ts';
import type { Params } from './params.ts';

const dayHours = 24;
/** Fewer say nothing about what is usual. */
const fewestHours = 6;
/** Of what is traded meanwhile, the part that a market hardly feels. */
const volumeShare = '0.05';
const hourSeconds = 3_600;
/** Shortest and longest, in seconds; the longest that the form takes leaves room for the rest. */
const shortest = 600;
const longest = 600_000;
/** One slice for so many seconds. */
const sliceSeconds = 300;
const mostSlices = 1_000;
/** Slices beyond the planned ones. */
const spareSlices = 4;
/** After the planned end. */
const spareSeconds = 600;

/** A pace at which an order is a twentieth of what the market trades; it needs to know how much there is to do. */
export const suggest: StrategySuggest<Params> = {
  history: ({ instrumentId }) => (instrumentId === undefined ? [] : [{ instrumentId, interval: '1h', history: dayHours }]),
  values: ({ params: { instrumentId = '', qty, mode }, instruments, lastPrices, candles: [hours = []] }) => {
    const [instrument, price] = [instruments[instrumentId], lastPrices[instrumentId]];
    if (instrument === undefined) return lacking('suggest.noMarket');
    if (qty === undefined || Number(qty) === 0) return lacking('suggest.noQuantity');
    if (price === undefined) return lacking('suggest.noPrice');
    const hourly = hours.reduce((sum, { volume }) => sum + Number(volume), 0) / Math.max(1, hours.length);
    if (hours.length < fewestHours || hourly === 0) return lacking('suggest.fewHours', { hours: hours.length, needed: fewestHours });
    const wanted = (Number(qty) / (hourly * Number(volumeShare))) * hourSeconds;
    const duration = Math.min(longest, Math.max(shortest, Math.ceil(wanted / 60) * 60));
    const slices = Math.max(
      1,
      Math.min(mostSlices, Math.floor(duration / sliceSeconds), Math.floor(Number(qty) / Number(leastQty(instrument, price)))),
    );
    const said = { qty: briefDecimal(onStep(hourly, instrument.lot, 'down'), 5), base: instrument.base };
    return {
      values: [
        { field: 'durationSeconds', value: duration, key: 'suggest.durationSeconds', params: said },
        ...(mode === 'POV' ? [{ field: 'participationRate', value: volumeShare, key: 'suggest.participationRate', params: {} }] : []),
        { field: 'baseSplitOrders', value: slices, key: 'suggest.baseSplitOrders', params: { minutes: sliceSeconds / 60 } },
        {
          field: 'maxSplitOrders',
          value: Math.min(5 * mostSlices, slices * spareSlices),
          key: 'suggest.maxSplitOrders',
          params: { count: spareSlices },
        },
        {
          field: 'totalTimeoutSeconds',
          value: duration + spareSeconds,
          key: 'suggest.totalTimeoutSeconds',
          params: { minutes: spareSeconds / 60 },
        },
      ],
    };
  },
};

const lacking = (key: string, params: Suggestion['params'] = {}): Suggestions => ({ values: [], lack: { key, params } });
