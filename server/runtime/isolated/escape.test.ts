import { beforeEach, describe, expect, it } from 'vitest';
import type { StrategyContext, StrategyStep } from '../../../core/contract/strategy.ts';
import { testInstrument } from '../../../tests/kit/market-fixtures.ts';
import { contextWith } from '../../../tests/kit/strategy-context.ts';
import { executors } from '../executors/index.ts';
import { GuestEngine } from './guest-engine.ts';
import { defaultGuestLimits } from './guest-realm.ts';
import { IsolatedShelf } from './isolated-shelf.ts';

/** Hostile strategies, and what the house keeps from each. `body` is the strategy's timer hook. */
const hostile = (body: string, before = ''): string => `${before}
var tesseraPlugin = { plugin: { strategies: { bad: {
  params: {},
  start: () => ({ state: { n: 0 }, subscribe: [] }),
  onMarket: (context, state) => ({ state, actions: [] }),
  onOrder: (context, state) => ({ state, actions: [] }),
  onTimer: (context, state, timer) => { ${body} },
  onStop: (context, state) => ({ state, actions: [] }),
} } } };`;
const say = (expression: string): string => `return { state: { said: String(${expression}) }, actions: [] };`;

let engine: GuestEngine;
beforeEach(async () => {
  engine = await GuestEngine.start();
});

const params = { apiId: 7, instrumentId: testInstrument.id };
const context: StrategyContext<unknown> = contextWith<unknown>({
  params,
  nowMs: 5,
  instruments: { [testInstrument.id]: testInstrument },
  random: () => 0.25,
});

const limits = { ...defaultGuestLimits, ticks: 300 };

function open(code: string) {
  const strategy = new IsolatedShelf(engine, code, executors, limits).open('bad');
  if (strategy === null) throw new Error('there is no strategy');
  const { definition, close } = strategy;
  let { state } = definition.start(context);
  const ring = (): StrategyStep<unknown> => {
    const step = definition.onTimer(context, state, 'x');
    state = step.state;
    return step;
  };
  return { ring, close };
}

function attempt(body: string, before = ''): unknown {
  const { ring, close } = open(hostile(body, before));
  try {
    return (ring().state as { readonly said?: unknown }).said;
  } finally {
    close();
    // Whatever it tried, an honest neighbour in the same memory works on.
    const neighbour = open(hostile(say('[1, 2].map((x) => x + 1).join() + JSON.stringify({}) + context.nowMs')));
    expect(neighbour.ring().state).toEqual({ said: '2,3{}5' });
    neighbour.close();
    expect(engine.isSound).toBe(true);
  }
}

describe('a foreign strategy', () => {
  it.each([
    ['process', 'process.env'],
    ['require', "require('node:fs')"],
    ['fetch', "fetch('http://127.0.0.1/')"],
    ['sockets', "new WebSocket('ws://127.0.0.1/')"],
    ['workers', "new Worker('data:,')"],
    ['the console', "console.log('x')"],
    ['a clock', 'Date.now()'],
    ['a clock by another way', 'performance.now()'],
    ['timers', 'setTimeout(() => 1, 0)'],
    ['microtasks', 'queueMicrotask(() => 1)'],
    ['randomness of its own', 'Math.random()'],
    ['eval', "eval('1')"],
    ['Function', "new Function('return 1')()"],
    ['Function by the constructor of an object', "({}).constructor.constructor('return 1')()"],
    ['Function by a generator', "(function* () {}).constructor('yield 1')"],
    ['Function by an async function', "(async () => {}).constructor('return 1')()"],
    ['Function through the context', "context.random.constructor('return process')()"],
    ['Function through an array method', "[].map.constructor('return 1')()"],
  ])('has no %s, and is told so', (_, expression) => {
    expect(() => attempt(say(expression))).toThrow(/a strategy has no/);
  });

  it.each([
    'Deno',
    'Bun',
    'window',
    'global',
    'WebAssembly',
    'SharedArrayBuffer',
    'Atomics',
    'WeakRef',
    'FinalizationRegistry',
    'std',
    'os',
    'scriptArgs',
  ])('finds no %s', (name) => expect(attempt(say(`typeof globalThis['${name}']`))).toBe('undefined'));

  it('finds no way back by taking the walls away', () => {
    expect(
      attempt(
        say(
          `(() => { try { delete globalThis.Date; Object.defineProperty(globalThis, 'Date', { value: 1 }); } catch { return 'kept'; } })()`,
        ),
      ),
    ).toBe('kept');
    expect(() => attempt(say("Reflect.getOwnPropertyDescriptor(globalThis, 'eval').get.call()"))).toThrow('a strategy has no eval');
  });

  it('cannot import: neither a module of Node nor text', () => {
    expect(() => attempt('return 1', "import fs from 'node:fs';")).toThrow();
    const code =
      "import('node:fs').then((fs) => { state.said = 'in'; }, () => undefined); import('data:text/javascript,export default 1'); return { state: { said: 'still here' }, actions: [] };";
    expect(attempt(code)).toBe('still here');
  });

  it('gets nothing done later: promises and async functions never go on', () => {
    const { ring, close } = open(
      hostile(
        "(async () => { await null; seen.push('later'); })(); Promise.resolve().then(() => seen.push('then')); return { state: { seen: seen.join() }, actions: [] };",
        'const seen = [];',
      ),
    );
    ring();
    expect(ring().state).toEqual({ seen: '' });
    close();
  });

  it('spoils the prototypes of nobody but itself', () => {
    const spoil = `Object.prototype.polluted = 'yes'; Array.prototype.map = () => 'mine';
      JSON.stringify = () => 'mine'; JSON.parse = () => 'mine'; Object.freeze = (x) => x; ({}).__proto__.n = 1;
      String.prototype.includes = () => false; Function.prototype.call = () => 'mine'; `;
    expect(attempt(`${spoil} return { state: { said: 'spoilt' }, actions: [] };`)).toBe('spoilt');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect([1].map((x) => x)).toEqual([1]);
  });

  it('cannot look at the host through stack traces', () => {
    const trace =
      "Error.prepareStackTrace = (error, frames) => frames.map((frame) => String(frame.getThis && frame.getThis())).join(); let text = ''; try { null.x } catch (error) { text = String(error.stack); }";
    expect(String(attempt(`${trace} return { state: { said: text }, actions: [] };`))).not.toMatch(/node_modules|server\/runtime|\.ts/);
  });

  it.each([
    ['a loop', 'for (;;) {}'],
    ['a loop that catches what ends it', 'for (;;) { try { for (;;) {} } catch {} }'],
    ['endless promises', 'const again = () => Promise.resolve().then(again); for (;;) again();'],
    ['a regular expression that never ends', "/^(a+)+$/.test('a'.repeat(40) + 'b'); return { state, actions: [] };"],
    ['a sort that never ends', 'const long = Array.from({ length: 1e5 }, (_, i) => i); for (;;) long.sort(() => 1);'],
  ])('is ended when it makes %s', (_, body) => {
    expect(() => attempt(body)).toThrow(/more work than|needs more than/);
  });

  it.each([
    ['arrays', 'const all = []; for (;;) all.push(new Array(10_000).fill(1));'],
    ['strings', "let text = 'x'; for (;;) text += text;"],
    ['buffers', 'const all = []; for (;;) all.push(new Uint8Array(1e6));'],
    ['one huge buffer', 'new Uint8Array(2 ** 31); return { state, actions: [] };'],
  ])('is ended when it fills memory with %s', (_, body) => {
    expect(() => attempt(body)).toThrow(/needs more than 16 MB|more work than|invalid|too long/);
  });

  it('is ended when it calls itself without end, or nests what it gives too deeply', () => {
    expect(() => attempt('const f = () => f() + 1; f();')).toThrow(/stack|recursion/i);
    expect(() =>
      attempt('let deep = {}; for (let i = 0; i < 100_000; i++) deep = { deep }; return { state: deep, actions: [] };'),
    ).toThrow();
    expect(() => attempt("JSON.parse('['.repeat(100_000)); return { state, actions: [] };")).toThrow();
  });

  it('gives no more than fits', () => {
    expect(() => attempt("return { state: { said: 'x'.repeat(2_000_000) }, actions: [] };")).toThrow('longer than 1000000');
    const many = "return { state, actions: Array.from({ length: 1000 }, () => ({ type: 'note', key: 'x', params: {} })) };";
    expect(() => attempt(many)).toThrow('actions must NOT have more than 200 items');
  });

  it('gives values, never things that act: getters, proxies and toJSON have run before the host sees their text', () => {
    expect(attempt("return new Proxy({ state: { get said() { return 'once'; } }, actions: [] }, {});")).toBe('once');
    expect(attempt("return { state: { toJSON: () => ({ said: 'json' }) }, actions: [] };")).toBe('json');
    expect(() => attempt("return { state: { get said() { throw new Error('trap'); } }, actions: [] };")).toThrow('trap');
    expect(() => attempt('return { get state() { for (;;) {} }, actions: [] };')).toThrow(
      'its step took more work than 300 ticks, each some 10,000 loops or calls',
    );
    expect(() => attempt('return { state: undefined, actions: [] };')).toThrow('state');
    expect(() => attempt('const loop = {}; loop.loop = loop; return { state: loop, actions: [] };')).toThrow(/circular/i);
  });

  it('brings no prototype in by a key', () => {
    expect(() => attempt(`return { state: JSON.parse('{"__proto__":{"isAdmin":true}}'), actions: [] };`)).toThrow('__proto__');
    expect(() => attempt(`return { state: { said: JSON.parse('{"a":{"__proto__":1}}') }, actions: [] };`)).toThrow('__proto__');
  });

  it.each([
    ['something unknown', "{ type: 'withdraw', to: 'me' }", 'unknown action "withdraw"'],
    ['an inherited name', "{ type: 'constructor' }", 'unknown action "constructor"'],
    [
      'an order with a field of its own',
      "{ type: 'place', tag: 'a', intent: { ...order, principal: 'admin' } }",
      'intent.principal is unknown',
    ],
    ['a number for a price', "{ type: 'place', tag: 'a', intent: { ...order, price: 1e300 } }", 'intent.price must be string'],
    [
      'an order on a stranger’s account',
      "{ type: 'place', tag: 'a', intent: { ...order, apiId: 8 } }",
      'the account 8 is not one of its params',
    ],
    [
      'an executor on a stranger’s account',
      "{ type: 'startExecutor', tag: 'a', kind: 'order', config: { apiId: 8, instrumentId: order.instrumentId, side: 'BUY', qty: '1' } }",
      'the account 8',
    ],
    ['an executor that is none', "{ type: 'startExecutor', tag: 'a', kind: 'constructor', config: {} }", 'there is no executor'],
    ['a point that is no number', "{ type: 'plot', instrumentId: order.instrumentId, series: 'fair', value: 0 / 0 }", 'action plot: value'],
    [
      'a line of a huge name',
      "{ type: 'plot', instrumentId: order.instrumentId, series: 'x'.repeat(1e4), value: '1' }",
      'action plot: series',
    ],
    [
      'a mark of a huge text',
      "{ type: 'mark', instrumentId: order.instrumentId, key: 'a', params: { text: 'x'.repeat(1e4) } }",
      'action mark: params',
    ],
    ['a mark of no side', "{ type: 'mark', instrumentId: order.instrumentId, key: 'a', params: {}, side: 'UP' }", 'action mark: side'],
    ['a timer in the past', "{ type: 'setTimer', timer: 'a', afterMs: -1 }", 'afterMs must be >= 0'],
  ])('may not ask for %s', (_, action, message) => {
    const order =
      "const order = { apiId: 7, instrumentId: context.params.instrumentId, side: 'BUY', type: 'LIMIT', price: '1', qty: '1' };";
    expect(() => attempt(`${order} return { state, actions: [${action}] };`)).toThrow(message);
  });

  it('cannot change its context, nor what its params and instruments say', () => {
    const change =
      "context.nowMs = 0; context.params.apiId = 8; context.instruments[context.params.instrumentId].tick = '9'; delete context.random;";
    const body = `'use strict'; let failures = 0; for (const change of [${change
      .split(';')
      .filter((one) => one.trim() !== '')
      .map((one) => `() => { ${one} }`)
      .join()}]) { try { change(); } catch { failures++; } } ${say('[failures, context.nowMs, context.params.apiId, context.random()].join()')}`;
    expect(attempt(body)).toBe('4,5,7,0.25');
  });

  it('has a state that is its own instance’s: another of the same package sees nothing of it', () => {
    const code = hostile(
      'globalThis.left = (globalThis.left ?? 0) + 1; count += 1; return { state: { said: [globalThis.left, count].join() }, actions: [] };',
      'let count = 0;',
    );
    const [first, second] = [open(code), open(code)];
    first.ring();
    expect(first.ring().state).toEqual({ said: '2,2' });
    expect(second.ring().state).toEqual({ said: '1,1' });
    first.close();
    second.close();
  });

  it('throws whatever it likes: the message is text, and reading it can do nothing', () => {
    expect(() => attempt('throw { get message() { throw 1; } }')).toThrow('it threw what cannot be read');
    expect(() => attempt('throw null')).toThrow('threw null');
    expect(() => attempt("throw { message: 'x'.repeat(1e6) }")).toThrow(/^x{300}$/);
    expect(() => attempt('throw { get message() { for (;;) {} } }')).toThrow(/more work than|cannot be read/);
  });
});
