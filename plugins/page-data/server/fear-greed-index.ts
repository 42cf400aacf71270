import type { Clock } from '../../../core/contract/server-services.ts';
import { intervalOpenMs } from '../../../core/domain/markets/interval.ts';
import { components, type IndexDay, indexByDay, leastHistory, regimeOf } from '../figures/fear-greed.ts';
import { type MarketDays, referencePair } from '../figures/market-days.ts';
import type { FearGreedView } from '../routes.ts';
import type { FearGreedTable, ImportedSeries, StoredDay } from './fear-greed-table.ts';
import { freshMs } from './market-board.ts';
import { SharedWork, workedOnce } from './shared-work.ts';

interface FearGreedParts {
  readonly table: Pick<FearGreedTable, 'all' | 'keep' | 'imported' | 'replaceImported'>;
  readonly board: { days(): Promise<MarketDays> };
  readonly clock: Pick<Clock, 'nowMs' | 'elapsedMs'>;
}

interface Stored {
  readonly kept: readonly StoredDay[];
  readonly imported: ImportedSeries | null;
}

/** To hundredths: further digits tell nothing. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The index as it is told: days that are kept as they were, the running one worked out anew, or a series that was imported. */
export class FearGreedIndex {
  readonly #parts: FearGreedParts;
  /** Read again once a minute: another server may have written while this one stood by. */
  readonly #stored: SharedWork<Stored>;
  /** Hundreds of days, each against a year of its own. */
  readonly #byDay = workedOnce(indexByDay);
  /** Goes up with everything that is written here. */
  #edition = 0;

  constructor(parts: FearGreedParts) {
    this.#parts = parts;
    this.#stored = new SharedWork(parts.clock, freshMs);
  }

  /** Keeps the days that are not kept yet, and the running one as it is now. */
  async keep(): Promise<void> {
    const { table, board, clock } = this.#parts;
    const [days, kept] = [valuedDays(this.#byDay(await board.days())), await table.all()];
    const runningMs = intervalOpenMs('1d', clock.nowMs());
    const fixed = new Set(kept.map(({ dayMs }) => dayMs).filter((dayMs) => dayMs < runningMs));
    await table.keep(
      days.filter(({ dayMs }) => !fixed.has(dayMs)),
      runningMs,
    );
    this.#edition++;
  }

  /** Null: the own index stands for itself again. */
  async replace(series: ImportedSeries | null): Promise<void> {
    await this.#parts.table.replaceImported(series);
    this.#edition++;
  }

  async view(source: 'own' | null): Promise<FearGreedView> {
    const { board, clock } = this.#parts;
    const market = await board.days();
    const stored = await this.#stored.of(String(this.#edition), () => this.#read());
    const byDay = this.#byDay(market);
    const now = byDay.at(-1);
    const own = merged(stored.kept, valuedDays(byDay), intervalOpenMs('1d', clock.nowMs()));
    const imported = source === 'own' ? null : stored.imported;
    const closes = new Map([...stored.kept, ...byDay].flatMap(({ dayMs, close }) => (close === null ? [] : [[dayMs, close]])));
    const days = imported === null ? own : imported.days.map((day) => ({ ...day, close: closes.get(day.dayMs) ?? null }));
    const last = imported?.days.at(-1) ?? null;
    const value = imported === null ? (now?.value ?? null) : (last?.value ?? null);
    return {
      source: imported === null ? 'own' : 'imported',
      imported: stored.imported?.name ?? null,
      market: referencePair(market)?.id ?? null,
      value: value === null ? null : rounded(value),
      regime: value === null ? null : regimeOf(value),
      time: value === null ? null : (last?.dayMs ?? clock.nowMs()),
      components: (now?.components ?? []).map(({ id, value: figure, score, history }) => ({
        ...{ id, weight: components[id].weight, value: figure, history },
        score: score === null ? null : rounded(score),
      })),
      least_history: leastHistory,
      list: days.map(({ dayMs, value: one, close }) => ({ day: dayMs, value: rounded(one), close })),
    };
  }

  async #read(): Promise<Stored> {
    const { table } = this.#parts;
    return { kept: await table.all(), imported: await table.imported() };
  }
}

const valuedDays = (days: readonly IndexDay[]): readonly StoredDay[] =>
  days.flatMap(({ dayMs, value, close }) => (value === null ? [] : [{ dayMs, value, close }]));

/** What was told of a day that has ended stays; the rest is as it is worked out now. */
function merged(kept: readonly StoredDay[], fresh: readonly StoredDay[], runningMs: number): readonly StoredDay[] {
  const days = new Map(fresh.map((day) => [day.dayMs, day]));
  for (const day of kept) if (day.dayMs < runningMs || !days.has(day.dayMs)) days.set(day.dayMs, day);
  return [...days.values()].sort((a, b) => a.dayMs - b.dayMs);
}
