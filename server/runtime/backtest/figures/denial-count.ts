import type { ErrorParams } from '../../../../core/contract/app-error.ts';
import type { ErrorCode } from '../../../../core/contract/error-catalogue.ts';

/** Orders and changes of orders that a run was denied for one reason. */
export interface DenialCount {
  readonly code: ErrorCode;
  readonly count: number;
  /** Values of the last of them. */
  readonly params: ErrorParams;
}

/** Counts what a run is denied, by its reason. */
export class DenialCounter {
  readonly #counts = new Map<ErrorCode, DenialCount>();

  add({ code, params, count = 1 }: Pick<DenialCount, 'code' | 'params'> & Partial<DenialCount>): void {
    this.#counts.set(code, { code, params, count: (this.#counts.get(code)?.count ?? 0) + count });
  }

  /** The commonest first. */
  get counts(): readonly DenialCount[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count);
  }

  get total(): number {
    return this.counts.reduce((sum, { count }) => sum + count, 0);
  }
}
