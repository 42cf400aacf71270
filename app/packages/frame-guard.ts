import { TokenBucket } from './token-bucket.ts';

/** A frame may send this many messages at once … */
const burst = 900;
/** … and then so many a second; a panel of ten live markets needs a tenth of it. */
const perSecond = 300;
const mostNodes = 4_000;
const mostLetters = 128_000;
const deepest = 24;

export type Breach = 'flood' | 'huge' | 'foreign';

/**
 * Judges what a frame sends before anything else looks at it. What passes is plain data of bounded size, in the shape of the bridge's
 * messages, and not too much of it. `methods`: the names that a frame may call.
 */
export class FrameGuard {
  readonly #methods: ReadonlySet<string>;
  readonly #budget: TokenBucket;

  constructor(methods: readonly string[], nowMs: () => number) {
    this.#methods = new Set(methods);
    this.#budget = new TokenBucket(burst, perSecond, nowMs);
  }

  /** Counts a message; true when it is one too many. */
  counts(): boolean {
    return !this.#budget.take();
  }

  /** What is wrong with a message; null: nothing. */
  breachOf({ data, ports }: Pick<MessageEvent<unknown>, 'data' | 'ports'>): Breach | null {
    if (this.counts()) return 'flood';
    if (ports.length > 0) return 'foreign';
    const size = { nodes: 0, letters: 0 };
    const problem = problemOf(data, 0, size);
    return problem ?? (this.#isMessage(data) ? null : 'foreign');
  }

  #isMessage(data: unknown): boolean {
    if (!isRecord(data) || data.namespace !== 'penpal') return false;
    const { type } = data;
    if (type !== 'CALL') return type === 'SYN' || type === 'ACK1' || type === 'ACK2' || type === 'REPLY' || type === 'DESTROY';
    const { id, methodPath, args } = data;
    if (typeof id !== 'string' || id.length > 80 || !Array.isArray(args) || args.length > 3 || !Array.isArray(methodPath)) return false;
    return methodPath.length === 1 && this.#methods.has(methodPath[0] as string);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const reserved: readonly string[] = ['__proto__', 'constructor', 'prototype'];

function problemOf(value: unknown, depth: number, size: { nodes: number; letters: number }): Breach | null {
  size.nodes += 1;
  if (typeof value === 'string') size.letters += value.length;
  if (size.nodes > mostNodes || size.letters > mostLetters || depth > deepest) return 'huge';
  if (!isRecord(value)) return typeof value === 'bigint' || typeof value === 'symbol' ? 'foreign' : null;
  const isList = Array.isArray(value);
  // Maps, buffers, files, pictures: nothing that the bridge speaks of.
  if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return 'foreign';
  if (isList && value.length > mostNodes) return 'huge';
  for (const key of Object.keys(value)) {
    if (reserved.includes(key)) return 'foreign';
    size.letters += key.length;
    const problem = problemOf(value[key], depth + 1, size);
    if (problem !== null) return problem;
  }
  return null;
}
