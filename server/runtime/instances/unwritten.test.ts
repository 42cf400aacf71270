import { expect, it } from 'vitest';
import { instanceEvent } from './instance-log.ts';
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
