import type { StrategyContext, StrategyPosition } from '../../../core/contract/strategy.ts';
import type { Balance } from '../../../core/contract/trading.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface ContextSources {
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  readonly random: SeededRandom;
  readonly positions: () => readonly StrategyPosition[];
  readonly balances: () => readonly Balance[];
}

/** One context for all steps of an instance: its values are those of the step that runs. */
export class StepContext implements StrategyContext<never> {
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  readonly #sources: ContextSources;
  /** Bound, so that a hook may take it out of its context. */
  readonly random = (): number => this.#sources.random.next();
  params: never = undefined as never;
  nowMs = 0;

  constructor(sources: ContextSources) {
    this.instruments = sources.instruments;
    this.#sources = sources;
  }

  get positions(): readonly StrategyPosition[] {
    return this.#sources.positions();
  }

  get balances(): readonly Balance[] {
    return this.#sources.balances();
  }

  enter(params: unknown, nowMs: number): void {
    this.params = params as never;
    this.nowMs = nowMs;
  }
}
