import type { ApiId, Balance, Fill, Order } from '../../../core/contract/trading.ts';

/** News of one account, durable already. */
export type AccountMessage =
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'fill'; readonly fill: Fill }
  | { readonly type: 'balance'; readonly balance: Balance };

/** The way out to the account's owner; the gateway sends it to the owner's sockets. Must not throw and not wait. */
export interface AccountPublisher {
  publish(apiId: ApiId, message: AccountMessage): void;
}
