import type { StrategyDefinition } from '../../../core/contract/strategy.ts';

/** A strategy as one instance runs it. */
export interface OpenStrategy {
  readonly definition: StrategyDefinition;
  /** The instance is gone. */
  close(): void;
}

/** The strategies of one plugin, where a thread takes them from. */
export interface StrategyShelf {
  /** Null for an id that the plugin does not have. May throw when its code does not come up. */
  open(strategyId: string): OpenStrategy | null;
  /** Strategy id → its params' schema. */
  schemas(): Readonly<Record<string, object>>;
  /** False once the thread can be trusted no more: its instances go on in another. */
  isSound(): boolean;
}

/** Strategies of this build: all instances share their code. */
export const sharedShelf = (strategies: Readonly<Record<string, StrategyDefinition>>): StrategyShelf => ({
  open: (strategyId) => {
    const definition = Object.hasOwn(strategies, strategyId) ? strategies[strategyId] : undefined;
    return definition === undefined ? null : { definition, close: () => undefined };
  },
  schemas: () => Object.fromEntries(Object.entries(strategies).map(([id, { params }]) => [id, params])),
  isSound: () => true,
});
