import type { AlertChannel, AlertCondition, AlertDuration, AlertPrice, AlertStatus } from '../../core/domain/markets/price-alert.ts';

export interface AlertRecord {
  readonly alertId: string;
  readonly userId: string;
  readonly instrumentId: string;
  readonly watchedPrice: AlertPrice;
  readonly condition: AlertCondition;
  readonly duration: AlertDuration;
  readonly channels: readonly AlertChannel[];
  readonly note: string;
  readonly status: AlertStatus;
  /** Goes up whenever monitoring begins anew. */
  readonly round: number;
  /** What prices are held against; null before the first. */
  readonly reference: string | null;
  readonly raisedPrice: string | null;
  readonly raisedMs: number | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** `timeMs` is the server's; `price` the one that met the condition. It keeps what was asked for: the alert may be changed or deleted afterwards. */
export interface NewAlertRaise {
  readonly userId: string;
  readonly alertId: string;
  readonly instrumentId: string;
  readonly watchedPrice: AlertPrice;
  readonly condition: AlertCondition;
  readonly note: string;
  readonly price: string;
  readonly timeMs: number;
}

export interface AlertRaiseRecord extends NewAlertRaise {
  readonly raiseId: string;
}
