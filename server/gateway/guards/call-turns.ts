import type { RateClass } from '../../../schemas/wire/rate-class.ts';
import type { Route } from '../../../schemas/wire/route.ts';

/** Calls of one kind and person that run at a time: as many as a browser sends over its connections to one host. */
const mostAtOnce = 6;

/** What must not wait behind anything else of its sender, and what guests send, who share their network's turns: few, each after work of theirs. */
const unturned: ReadonlySet<RateClass> = new Set<RateClass>(['order', 'cancel', 'stop', 'sign-in', 'form', 'captcha']);

interface Turn {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Whoever asks or changes much at once waits for himself: his reads run a few at a time, and his changes likewise, in their order, so that nobody
 * else waits behind them all. Files come at once, in the pace of whoever sends them.
 */
export class CallTurns {
  readonly #reads = new Map<string, Turn>();
  readonly #changes = new Map<string, Turn>();

  run<T>({ method, rate, upload }: Pick<Route, 'method' | 'rate' | 'upload'>, person: string, call: () => Promise<T>): Promise<T> {
    if (upload !== undefined || unturned.has(rate)) return call();
    return inTurn(method === 'GET' ? this.#reads : this.#changes, person, call);
  }
}

async function inTurn<T>(turns: Map<string, Turn>, person: string, call: () => Promise<T>): Promise<T> {
  const turn = turns.get(person) ?? { running: 0, waiting: [] };
  turns.set(person, turn);
  if (turn.running < mostAtOnce) turn.running++;
  else await new Promise<void>((resolve) => turn.waiting.push(resolve));
  try {
    return await call();
  } finally {
    const next = turn.waiting.shift();
    if (next !== undefined) next();
    else if (--turn.running === 0) turns.delete(person);
  }
}
