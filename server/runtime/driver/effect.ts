import type { ErrorParams } from '../../../core/contract/app-error.ts';
import type { ApiId, OrderIntent } from '../../../core/contract/trading.ts';
import type { AccountType, InstrumentId } from '../../../core/domain/instrument.ts';

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
  /** Stop the instance, for this reason. */
  | { readonly type: 'finish'; readonly key: string; readonly params: ErrorParams }
  | { readonly type: 'note'; readonly key: string; readonly params: ErrorParams };
