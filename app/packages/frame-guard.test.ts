import { describe, expect, it } from 'vitest';
import { type Breach, FrameGuard } from './frame-guard.ts';
import { pageMethodNames } from './page-end.ts';

const call = (over: object = {}) => ({ namespace: 'penpal', type: 'CALL', id: 'a', methodPath: ['call'], args: ['symbols', {}], ...over });
const breachOf = (data: unknown, ports: readonly MessagePort[] = []): Breach | null =>
  new FrameGuard(pageMethodNames, () => 0).breachOf({ data, ports });

describe('what a frame sends', () => {
  it('passes when it is a call of the bridge with plain data', () => {
    expect(breachOf(call())).toBeNull();
    expect(breachOf({ namespace: 'penpal', type: 'REPLY', callId: 'b', value: [1, null, 'x', true] })).toBeNull();
  });

  const nested = (depth: number): unknown => (depth === 0 ? 1 : { next: nested(depth - 1) });
  it.each<[string, unknown, Breach]>([
    ['a word of another language', 'hello', 'foreign'],
    ['another kind of message', { namespace: 'penpal', type: 'EVAL' }, 'foreign'],
    ['a method that there is not', call({ methodPath: ['fetch'] }), 'foreign'],
    ['a way into the prototype', call({ methodPath: ['constructor'] }), 'foreign'],
    ['a way through a method', call({ methodPath: ['call', 'constructor'] }), 'foreign'],
    ['a path that is no list', call({ methodPath: 'call' }), 'foreign'],
    ['a key that would change a prototype', call({ args: [JSON.parse('{"__proto__":{"role":"admin"}}')] }), 'foreign'],
    ['a buffer', call({ args: [new ArrayBuffer(8)] }), 'foreign'],
    ['a map', call({ args: [new Map()] }), 'foreign'],
    ['a bigint', call({ args: [1n] }), 'foreign'],
    ['too many arguments', call({ args: [1, 2, 3, 4] }), 'foreign'],
    ['a long text', call({ args: ['x'.repeat(200_000)] }), 'huge'],
    ['a long list', call({ args: [new Array(5_000).fill(0)] }), 'huge'],
    ['a list with one hole after another', call({ args: [new Array(1_000_000)] }), 'huge'],
    ['something nested without end', call({ args: [nested(5_000)] }), 'huge'],
  ])('is a breach when it is %s', (_, data, breach) => expect(breachOf(data)).toBe(breach));

  it('is a breach when it hands over a port', () => {
    const { port1 } = new MessageChannel();
    expect(breachOf(call(), [port1])).toBe('foreign');
    port1.close();
  });

  it('may come in a burst and then at a steady rate, and no faster', () => {
    let nowMs = 0;
    const guard = new FrameGuard(pageMethodNames, () => nowMs);
    const send = (count: number): number => Array.from({ length: count }, () => guard.counts()).filter(Boolean).length;
    expect(send(900)).toBe(0);
    expect(send(10)).toBe(10);
    nowMs = 1_000;
    expect([send(300), send(1)]).toEqual([0, 1]);
  });
});
