/**
 * Holds the strategies of this build to their purity where they run: what lint and types let through fails in the thread with a
 * sentence. Not a wall against ill will (`server/runtime/isolated` is that), but against a clock or a die by oversight.
 */

const timer = 'set a timer by an action';
const clock = 'the time of the step is context.nowMs';
const dice = 'numbers come from context.random()';

/** Global → what to use instead. */
const walls: Readonly<Record<string, string>> = {
  process: '',
  fetch: '',
  WebSocket: '',
  EventSource: '',
  BroadcastChannel: '',
  performance: clock,
  crypto: dice,
  setTimeout: timer,
  setInterval: timer,
  setImmediate: timer,
  queueMicrotask: timer,
};

const refusal = (what: string, instead: string): Error => new Error(`a strategy has no ${what}${instead === '' ? '' : `: ${instead}`}`);

/** For the rest of the thread's life; what the house itself needs of these it has taken before. */
export function guardGlobals(): void {
  for (const [name, instead] of Object.entries(walls)) {
    Object.defineProperty(globalThis, name, {
      get: () => {
        throw refusal(name, instead);
      },
      configurable: false,
    });
  }
  const thrown = (): never => {
    throw refusal('Math.random', dice);
  };
  Object.defineProperty(Math, 'random', { value: thrown, configurable: false });
  globalThis.Date = stillDate(Date);
}

/** Dates of given times can be made; the present one cannot be read. */
const stillDate = (date: DateConstructor): DateConstructor =>
  new Proxy(date, {
    apply: () => {
      throw refusal('Date()', clock);
    },
    construct: (target, given: unknown[], maker) => {
      if (given.length === 0) throw refusal('new Date()', clock);
      return Reflect.construct(target, given, maker) as object;
    },
    get: (target, key) => {
      if (key === 'now') throw refusal('Date.now', clock);
      return Reflect.get(target, key) as unknown;
    },
  });
