/**
 * What runs in a realm before the strategy: takes away what a strategy may not have, and gives the host two functions that
 * speak JSON text. The strategy cannot reach them; what it does to the realm's own objects, it does to itself alone.
 *
 * It is text, because it is compiled by the realm's engine and not by ours.
 */
export const guestPrelude: string = `'use strict';
((ask) => {
  const { parse, stringify } = JSON;
  const { ownKeys, getPrototypeOf, defineProperty } = Reflect;
  const { freeze, keys } = Object;
  const kept = new Set(['globalThis', 'undefined', 'NaN', 'Infinity', 'Object', 'Function', 'Error', 'EvalError', 'RangeError',
    'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'InternalError', 'AggregateError', 'Array', 'Iterator', 'parseInt',
    'parseFloat', 'isNaN', 'isFinite', 'Number', 'Boolean', 'String', 'Symbol', 'Math', 'Reflect', 'RegExp', 'JSON', 'Map', 'Set',
    'WeakMap', 'WeakSet', 'BigInt', 'Proxy', 'Promise', 'ArrayBuffer', 'Uint8Array', 'Uint8ClampedArray', 'Int8Array', 'Uint16Array',
    'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'DataView']);
  for (const name of ownKeys(globalThis)) if (!kept.has(name)) delete globalThis[name];

  const refuse = (text) => () => { throw new TypeError(text); };
  const refused = (what, instead) => refuse('a strategy has no ' + what + (instead === '' ? '' : ': ' + instead));
  const wall = (name, instead) => defineProperty(globalThis, name, { get: refused(name, instead), configurable: false });
  wall('Date', 'the time of the step is context.nowMs');
  wall('performance', 'the time of the step is context.nowMs');
  wall('crypto', 'numbers come from context.random()');
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame']) wall(name, 'set a timer by an action');
  for (const name of ['fetch', 'WebSocket', 'XMLHttpRequest', 'process', 'require', 'Worker', 'Buffer', 'console']) wall(name, '');
  wall('eval', 'what runs is what was packed');
  defineProperty(Math, 'random', { value: refused('Math.random', 'numbers come from context.random()'), writable: false, configurable: false });
  // Every kind of function has a constructor that compiles text.
  const noCompiler = function () { throw new TypeError('a strategy has no Function: what runs is what was packed'); };
  noCompiler.prototype = getPrototypeOf(noCompiler);
  for (const one of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    defineProperty(getPrototypeOf(one), 'constructor', { value: noCompiler, writable: false, configurable: false });
  }
  defineProperty(globalThis, 'Function', { value: noCompiler, writable: false, configurable: false });

  const deepFreeze = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    for (const key of keys(value)) deepFreeze(value[key]);
    return freeze(value);
  };
  const world = { params: null, nowMs: 0, instruments: freeze({}) };
  const context = freeze({
    get params() { return world.params; },
    get nowMs() { return world.nowMs; },
    get instruments() { return world.instruments; },
    get positions() { return parse(ask('positions', '[]')); },
    get balances() { return parse(ask('balances', '[]')); },
    position: (apiId, instrumentId) => parse(ask('position', stringify([apiId, instrumentId]))),
    balance: (account, asset) => parse(ask('balance', stringify([account, asset]))),
    order: (tag) => parse(ask('order', stringify([tag]))),
    random: () => parse(ask('random', '[]')),
  });
  let strategies = {};
  let state = null;

  const describe = () => {
    const found = {};
    for (const id of keys(strategies)) {
      const { params, suggest } = strategies[id];
      found[id] = { params, suggests: suggest !== undefined };
    }
    return found;
  };
  /** What it sees of the world before a start. */
  const seen = (text) => ({ ...parse(text), params: world.params, instruments: world.instruments });
  const instrumentsFrom = (text) => { world.instruments = deepFreeze(parse(text)); };

  return {
    /** Takes the packed plugin and tells what it holds. */
    load: (plugin) => {
      if (typeof plugin !== 'object' || plugin === null || typeof plugin.strategies !== 'object' || plugin.strategies === null) {
        throw new TypeError('strategy.js exports no plugin with strategies');
      }
      strategies = plugin.strategies;
      return stringify(describe());
    },
    /** What was thrown, in words; reading it may throw again. */
    messageOf: (error) => typeof error === 'object' && error !== null ? '' + error.message : '' + error,
    instruments: instrumentsFrom,
    params: (text) => { world.params = deepFreeze(parse(text)); },
    check: (id) => {
      const { check } = strategies[id];
      return stringify(check === undefined ? null : check(world.params, world.instruments) ?? null);
    },
    preview: (id, text) => {
      const { preview } = strategies[id];
      return preview === undefined ? '[]' : stringify(preview(seen(text)));
    },
    figures: (id, text) => {
      const { figures } = strategies[id];
      return figures === undefined ? '[]' : stringify(figures(seen(text)));
    },
    wishes: (id) => stringify(strategies[id].suggest.history(world.params)),
    suggest: (id, text) => stringify(strategies[id].suggest.values(seen(text))),
    /** stateText '' means: the state that the last call returned. */
    step: (id, hook, nowMs, stateText, eventText) => {
      world.nowMs = nowMs;
      if (stateText !== '') state = parse(stateText);
      const definition = strategies[id];
      const step = hook === 'start' ? definition.start(context)
        : hook === 'onStop' ? definition.onStop(context, state)
        : definition[hook](context, state, parse(eventText));
      if (typeof step !== 'object' || step === null) throw new TypeError('it must return { state, actions }');
      const { state: next, actions, subscribe } = step;
      const text = stringify({ state: next, actions, subscribe });
      state = next;
      return text;
    },
  };
})`;
