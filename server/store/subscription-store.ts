import type { InstrumentId } from '../../core/domain/instrument.ts';

export interface SubscriptionRecord {
  readonly instrumentId: InstrumentId;
  readonly createdMs: number;
}

/** The markets that a user follows. */
export interface Subscriptions {
  /** In the order in which they were added. */
  of(userId: string): Promise<readonly SubscriptionRecord[]>;
  /** Adding one that is there changes nothing. False: the user follows `most` others already. */
  add(userId: string, instrumentId: InstrumentId, createdMs: number, most: number): Promise<boolean>;
  /** Removing one that is not there changes nothing. */
  remove(userId: string, instrumentId: InstrumentId): Promise<void>;
}
