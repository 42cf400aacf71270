/** Trading words of an order, as constants with their literal types (no TypeScript enums: they do not erase). */

export const orderSides = ['BUY', 'SELL'] as const;
export type OrderSide = (typeof orderSides)[number];

/** `LIMIT`/`MARKET` act at once; the others wait for a trigger (trading rules §2). */
export const orderTypes = [
  'LIMIT',
  'MARKET',
  'STOP_MARKET',
  'TAKE_PROFIT_MARKET',
  'STOP_LOSS',
  'TAKE_PROFIT',
  'TRIGGER_LIMIT',
  'TRIGGER_MARKET',
] as const;
export type OrderType = (typeof orderTypes)[number];

/** How an order waits: alone, as one of two that cancel each other, or as an entry that arms such a pair (trading rules §7). */
export const triggerKinds = ['CONDITIONAL', 'OCO', 'CONDITIONAL_OCO'] as const;
export type TriggerKind = (typeof triggerKinds)[number];

export const timesInForce = ['GTC', 'IOC', 'FOK', 'GTX'] as const;
export type TimeInForce = (typeof timesInForce)[number];

/** What the taker's order does when it meets an order of its own user or trade group (trading rules §5). */
export const selfTradePreventions = ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'] as const;
export type SelfTradePrevention = (typeof selfTradePreventions)[number];

/** `BOTH` is one-way mode and the only value on spot. */
export const positionSides = ['BOTH', 'LONG', 'SHORT'] as const;
export type PositionSide = (typeof positionSides)[number];

export const watchedPrices = ['LAST', 'MARK', 'INDEX'] as const;
export type WatchedPrice = (typeof watchedPrices)[number];

export const liquiditySides = ['MAKER', 'TAKER'] as const;
export type LiquiditySide = (typeof liquiditySides)[number];

export const isTriggerType = (type: OrderType): boolean => type !== 'LIMIT' && type !== 'MARKET';

/** True for the types that carry a limit price once active. */
export const hasLimitPrice = (type: OrderType): boolean =>
  type === 'LIMIT' || type === 'STOP_LOSS' || type === 'TAKE_PROFIT' || type === 'TRIGGER_LIMIT';
