import type { Bar } from '../../../core/domain/indicators/bar.ts';
import type { Figure, Indicator } from '../../../core/domain/indicators/indicator.ts';

/** Values of one bar as the chart draws them, by figure key. */
export type IndicatorRow = Record<string, number | undefined>;

interface Kept {
  readonly bars: readonly Bar[];
  readonly params: string;
  readonly rows: IndicatorRow[];
  /** Before the last row, which belongs to a bar that may still be open. */
  state: unknown;
}

/**
 * An indicator's rows for the chart's list of bars. While the same list grows at its end or its last bar changes, only those
 * steps are taken; another list (older bars came, the end was loaded anew) is calculated as a whole. One per indicator on a chart.
 */
export class IndicatorRows {
  readonly #indicator: Indicator;
  #kept: Kept | null = null;

  constructor(indicator: Indicator) {
    this.#indicator = indicator;
  }

  update(bars: readonly Bar[], params: readonly number[]): IndicatorRow[] {
    const key = params.join();
    let kept = this.#kept;
    if (kept === null || kept.bars !== bars || kept.params !== key || kept.rows.length > bars.length)
      kept = { bars, params: key, rows: [], state: this.#indicator.start };
    const { rows } = kept;
    const late = this.#indicator.figures(params).filter(({ back = 0 }) => back > 0);
    rows.length = Math.max(0, rows.length - 1);
    let state = kept.state;
    for (let i = rows.length; i < bars.length; i += 1) {
      kept.state = state;
      const stepped = this.#indicator.step(state, bars[i] as Bar, params);
      state = stepped.state;
      rows.push(stepped.values);
      if (late.length > 0) moveBack(rows, late);
    }
    this.#kept = kept;
    return rows;
  }
}

/** Puts values of the last row to the rows where they are drawn. Rows are the chart's own: each step makes a new one. */
function moveBack(rows: IndicatorRow[], late: readonly Figure[]): void {
  const last = rows[rows.length - 1];
  if (last === undefined) return;
  for (const { key, back = 0 } of late) {
    const value = last[key];
    last[key] = undefined;
    const target = rows[rows.length - 1 - back];
    if (target !== undefined) target[key] = value;
  }
}
