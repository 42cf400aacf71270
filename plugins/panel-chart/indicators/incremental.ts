import type { Bar, IndicatorDefinition, Row } from './definition.ts';

interface Kept {
  readonly bars: readonly Bar[];
  readonly params: string;
  readonly rows: Row[];
}

/**
 * An indicator's rows for the chart's list of bars. While the same list grows at its end or its last bar changes, only those
 * steps are taken; another list (older bars came, the end was loaded anew) is calculated as a whole. One per indicator on a chart.
 */
export class IncrementalRows {
  readonly #definition: IndicatorDefinition;
  #kept: Kept | null = null;

  constructor(definition: IndicatorDefinition) {
    this.#definition = definition;
  }

  update(bars: readonly Bar[], params: readonly number[]): Row[] {
    const key = params.join();
    let kept = this.#kept;
    if (kept === null || kept.bars !== bars || kept.params !== key || kept.rows.length > bars.length)
      kept = { bars, params: key, rows: [] };
    const { rows } = kept;
    // The last row belongs to a bar that was still open.
    rows.length = Math.max(0, rows.length - 1);
    for (let i = rows.length; i < bars.length; i += 1) rows.push(this.#definition.step({ bars, i, rows, params }));
    this.#kept = kept;
    return rows;
  }
}
