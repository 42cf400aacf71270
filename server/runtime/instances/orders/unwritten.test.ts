import { expect, it } from 'vitest';
import { instanceEvent } from '../history/instance-log.ts';
import { Unwritten } from './unwritten.ts';

const cancel = (step: number) =>
  ({
    step,
    ordinal: 0,
    isRepeat: false,
    effect: { type: 'cancel', apiId: 1, instrumentId: 'a/B/spot', clientOrderId: `i-${step}` },
  }) as const;
const line = instanceEvent('note', 1);

it('writes what is not done, strikes off what was written before, and nothing of what came and went between two writes', () => {
  const unwritten = new Unwritten();
  unwritten.add([cancel(1)], [line]);
  expect(unwritten.take('i', [])).toEqual({
    effects: [{ instanceId: 'i', step: 1, ordinal: 0, effect: JSON.stringify(cancel(1).effect) }],
    done: [],
    events: [line],
    plots: [],
  });
  unwritten.add([cancel(2)], []);
  unwritten.add([cancel(3)], []);
  expect(unwritten.take('i', [cancel(1), cancel(2)])).toMatchObject({
    effects: [{ step: 3 }],
    done: [{ instanceId: 'i', step: 1, ordinal: 0 }],
    events: [],
  });
  expect(unwritten.take('i', [cancel(3)])).toMatchObject({ effects: [], done: [{ step: 3 }] });
});

it('writes of what was plotted in one second the last point of each line, once', () => {
  const unwritten = new Unwritten();
  const plot = (series: string, value: string, timeMs: number) =>
    ({ type: 'plot', instrumentId: 'a/B/spot', series, value, timeMs }) as const;
  unwritten.plot([plot('fair', '1', 1_000), plot('fair', '2', 1_999), plot('skew', '3', 1_500)], 2_000);
  const mark = { type: 'mark', instrumentId: 'a/B/spot', key: 'mark.turn', params: {}, side: 'SELL', timeMs: 2_001 } as const;
  unwritten.plot([plot('fair', '4', 2_000), mark], 3_000);
  const at = (name: string, timeMs: number, value: string) => ({ kind: 'plot', instrumentId: 'a/B/spot', name, timeMs, value });
  expect(unwritten.take('i', []).plots).toEqual([
    at('fair', 1_000, '2'),
    at('skew', 1_000, '3'),
    at('fair', 2_000, '4'),
    { ...at('mark.turn', 2_000, '{"params":{},"side":"SELL"}'), kind: 'mark' },
  ]);
  expect(unwritten.take('i', []).plots).toEqual([]);
});
