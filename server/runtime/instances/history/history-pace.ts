import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { Json } from '../../../store/records.ts';
import type { NewInstanceEvent } from '../../../store/strategies/instance-store.ts';

/** Lines of one kind and cause that are written singly within a window; what is more is counted. */
const mostRefusals = 20;
/** The same for what an instance does in the market and notes of itself: far above what one that quotes many levels a second needs. */
const mostOthers = 3_000;
export const paceWindowMs = 60_000;
/** Characters of the notes of a window that are written singly: a strategy's own words may be long. */
const mostNoted = 300_000;

const refusals: ReadonlySet<string> = new Set(['denied', 'refused', 'rejected']);

interface Joined {
  readonly last: NewInstanceEvent;
  readonly count: number;
}

/**
 * Bounds the lines of an instance's history a minute: lines of one kind and cause beyond their number, notes also beyond their length,
 * are joined into one that says how many they were. Fills are never joined: what an instance did with money is told each time.
 */
export class HistoryPace {
  #windowStartMs = 0;
  readonly #written = new Map<string, number>();
  #noted = 0;
  readonly #joined = new Map<string, Joined>();

  /** Those of these lines that are to be written singly. */
  take(events: readonly NewInstanceEvent[], nowMs: number): readonly NewInstanceEvent[] {
    const earlier = this.due(nowMs);
    return [...earlier, ...events.filter((event) => this.#isSingle(event))];
  }

  /** The joined lines of a window that is over; with `now`, of the running one too. */
  due(nowMs: number, now = false): readonly NewInstanceEvent[] {
    const isOver = nowMs - this.#windowStartMs >= paceWindowMs;
    if (!isOver && !now) return [];
    const lines = [...this.#joined.values()].map(({ last, count }) => joinedLine(last, count));
    this.#joined.clear();
    if (isOver) {
      this.#windowStartMs = nowMs;
      this.#written.clear();
      this.#noted = 0;
    }
    return lines;
  }

  /** Lines wait to be joined. */
  get isHolding(): boolean {
    return this.#joined.size > 0;
  }

  #isSingle(event: NewInstanceEvent): boolean {
    if (event.kind === 'fill') return true;
    const isRefusal = refusals.has(event.kind);
    const key = isRefusal ? `${event.kind} ${causeOf(event.payload)}` : event.kind;
    const written = this.#written.get(key) ?? 0;
    const isNote = event.kind === 'note';
    if (written < (isRefusal ? mostRefusals : mostOthers) && !(isNote && this.#noted >= mostNoted)) {
      this.#written.set(key, written + 1);
      if (isNote) this.#noted += JSON.stringify(event.payload).length;
      return true;
    }
    this.#joined.set(key, { last: event, count: (this.#joined.get(key)?.count ?? 0) + 1 });
    return false;
  }
}

/** Causes are codes; a strategy's own words could make every line another. */
function causeOf(payload: Json): string {
  const { code, cause } = payload as { readonly code?: string; readonly cause?: string };
  return String(code ?? cause ?? '').slice(0, 60);
}

const joinedLine = ({ kind, timeMs, payload }: NewInstanceEvent, count: number): NewInstanceEvent => ({
  kind,
  timeMs,
  payload: { ...(payload as ErrorParams), joined: count } as Json,
});
