import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { StrategyAction } from '../../../core/contract/strategy.ts';
import type { ApiId, OrderIntent } from '../../../core/contract/trading.ts';
import type { AccountType, InstrumentId } from '../../../core/domain/markets/instrument.ts';

/** What a step wants done in the world, in order. The numbers in the ids make a repeated effect recognisable. */
export type Effect =
  | { readonly type: 'place'; readonly intent: OrderIntent & { readonly clientOrderId: string } }
  | {
      readonly type: 'amend';
      readonly apiId: ApiId;
      readonly instrumentId: InstrumentId;
      readonly clientOrderId: string;
      readonly price?: string;
      readonly qty?: string;
      readonly triggerPrice?: string;
    }
  | { readonly type: 'cancel'; readonly apiId: ApiId; readonly instrumentId: InstrumentId; readonly clientOrderId: string }
  | {
      readonly type: 'transfer';
      readonly reference: string;
      readonly apiId: ApiId;
      readonly asset: string;
      readonly amount: string;
      readonly from: AccountType;
      readonly to: AccountType;
    }
  | ({ readonly type: 'borrow' } & LoanTerms)
  | ({ readonly type: 'repay' } & LoanTerms)
  /** Stop the instance, for this reason. */
  | { readonly type: 'finish'; readonly key: string; readonly params: ErrorParams }
  | { readonly type: 'note'; readonly key: string; readonly params: ErrorParams }
  | PlotEffect;

interface LoanTerms {
  readonly reference: string;
  readonly apiId: ApiId;
  readonly accountType: AccountType;
  readonly asset: string;
  readonly amount: string;
}

/** What a step shows on the chart of a market, at its time. */
export type PlotEffect = Extract<StrategyAction, { readonly type: 'plot' | 'mark' }> & { readonly timeMs: number };

/** What concerns the world; the rest concerns the instance itself. */
export type WorldEffect = Exclude<Effect, PlotEffect | { readonly type: 'note' | 'finish' }>;

export const isPlot = (effect: Effect): effect is PlotEffect => effect.type === 'plot' || effect.type === 'mark';
export const isWorldEffect = (effect: Effect): effect is WorldEffect =>
  effect.type !== 'note' && effect.type !== 'finish' && !isPlot(effect);
