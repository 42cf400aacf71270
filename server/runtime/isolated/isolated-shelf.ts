import type { ExecutorDefinition } from '../driver/executor.ts';
import type { OpenStrategy, StrategyShelf } from '../worker/strategy-shelf.ts';
import type { GuestEngine } from './guest-engine.ts';
import { defaultGuestLimits, type GuestLimits } from './guest-realm.ts';
import { type DescribedStrategy, IsolatedStrategy } from './isolated-strategy.ts';
import { StepCheck } from './step-check.ts';

/** The strategies of a package: every instance has a realm of its own, so that not even two of one owner share anything. */
export class IsolatedShelf implements StrategyShelf {
  readonly #engine: GuestEngine;
  readonly #code: string;
  readonly #limits: GuestLimits;
  readonly #check: StepCheck;

  constructor(
    engine: GuestEngine,
    code: string,
    executors: Readonly<Record<string, ExecutorDefinition>>,
    limits: GuestLimits = defaultGuestLimits,
  ) {
    this.#engine = engine;
    this.#code = code;
    this.#limits = limits;
    this.#check = new StepCheck(executors);
  }

  open(strategyId: string): OpenStrategy | null {
    const realm = this.#engine.open(this.#code, this.#limits);
    const strategies = JSON.parse(realm.plugin) as Readonly<Record<string, DescribedStrategy>>;
    const described = Object.hasOwn(strategies, strategyId) ? strategies[strategyId] : undefined;
    if (described === undefined) {
      realm.close();
      return null;
    }
    return { definition: new IsolatedStrategy(realm, strategyId, described, this.#check), close: () => realm.close() };
  }

  schemas(): Readonly<Record<string, object>> {
    const realm = this.#engine.open(this.#code, this.#limits);
    const strategies = JSON.parse(realm.plugin) as Readonly<Record<string, DescribedStrategy>>;
    realm.close();
    return Object.fromEntries(Object.entries(strategies).map(([id, { params }]) => [id, params]));
  }

  isSound(): boolean {
    return this.#engine.isSound;
  }
}
