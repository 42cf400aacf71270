import type { LogGroup } from '../../core/contract/operations.ts';

/** Kinds of lines that are kept; of more than that the one goes whose last line is the oldest. */
const mostGroups = 200;
const mostText = 300;
const mostDetail = 4_000;
/** Errors whose times are kept. */
const mostTimes = 500;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Fields that every line has. */
const ownFields = new Set(['level', 'time', 'pid', 'hostname', 'part', 'msg']);

/** Warnings and errors of the log since the start, grouped by what they say. Gets lines as they are written, secrets blotted out. */
export class LogMemory {
  /** By level, part and text, the one with the oldest last line first. */
  readonly #groups = new Map<string, Mutable<LogGroup>>();
  /** Of the last errors, ms. */
  #errorTimes: number[] = [];
  readonly counts = { warn: 0, error: 0 };

  /** A line of the log, of whichever level. */
  take(line: string): void {
    const level = levelOf(line);
    if (level === null) return;
    this.counts[level]++;
    const fields = fieldsOf(line);
    const timeMs = typeof fields.time === 'number' ? fields.time : 0;
    if (level === 'error') {
      this.#errorTimes.push(timeMs);
      if (this.#errorTimes.length > mostTimes) this.#errorTimes = this.#errorTimes.slice(-mostTimes / 2);
    }
    const text = cut(wordOf(fields.msg), mostText);
    const part = cut(wordOf(fields.part), mostText);
    const key = `${level} ${part} ${text}`;
    const known = this.#groups.get(key);
    const { count = 0, firstMs = timeMs } = known ?? {};
    const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !ownFields.has(name)));
    this.#groups.delete(key);
    this.#groups.set(key, {
      level,
      part,
      text,
      count: count + 1,
      firstMs,
      lastMs: timeMs,
      detail: cut(JSON.stringify(others), mostDetail),
    });
    const oldest = this.#groups.size > mostGroups ? this.#groups.keys().next().value : undefined;
    if (oldest !== undefined) this.#groups.delete(oldest);
  }

  /** The newest first. */
  groups(): readonly LogGroup[] {
    return [...this.#groups.values()].reverse();
  }

  /** Errors since then, as far as their times are kept. */
  errorsSince(timeMs: number): number {
    return this.#errorTimes.filter((one) => one >= timeMs).length;
  }
}

/** Without reading the whole line: nearly all of them are of lower levels. */
function levelOf(line: string): LogGroup['level'] | null {
  if (line.startsWith('{"level":40,')) return 'warn';
  return line.startsWith('{"level":50,') || line.startsWith('{"level":60,') ? 'error' : null;
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    // A secret that was blotted out of the middle of a number, for example.
    return { msg: line };
  }
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
