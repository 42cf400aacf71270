import type { StrategyAction } from '../../../../core/contract/strategy.ts';
import type { Effect } from '../effect.ts';

/** An action that moves money, and does not trade. */
type MoneyAction = Extract<StrategyAction, { readonly type: 'transfer' | 'borrow' | 'repay' }>;

/** Who asked for a move that nobody has answered, by its reference. */
export interface MoneyMove {
  readonly reference: string;
  /** '' is the strategy itself. */
  readonly actor: string;
  readonly tag: string;
  readonly action: MoneyAction['type'];
}

/** Moves of money that are under way. */
export class MoneyMoves {
  readonly #moves = new Map<string, MoneyMove>();

  /** What is to be done in the world. */
  begin({ tag = '', ...action }: MoneyAction, actor: string, reference: string): Effect {
    this.#moves.set(reference, { reference, actor, tag, action: action.type });
    return { ...action, reference };
  }

  /** Null for one that is none of the instance's, or was answered before. */
  take(reference: string): MoneyMove | null {
    const move = this.#moves.get(reference) ?? null;
    this.#moves.delete(reference);
    return move;
  }

  save(): { readonly moves?: readonly MoneyMove[] } {
    return this.#moves.size === 0 ? {} : { moves: [...this.#moves.values()] };
  }

  restore(moves: readonly MoneyMove[] = []): void {
    for (const move of moves) this.#moves.set(move.reference, move);
  }
}
