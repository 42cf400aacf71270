import type { Delivery, DeliveryFilter } from '../../../core/contract/deliveries.ts';
import type { DeliveryChannel, DeliveryFault } from '../../../core/domain/delivery.ts';
import type { Page } from '../records.ts';

export interface NewDeliveryRecord extends Pick<Delivery, 'deliveryId' | 'userId' | 'address' | 'channel' | 'kind' | 'subject'> {
  readonly sealedBody: string;
  readonly createdMs: number;
  readonly expiresMs: number;
}

/** One that a channel is to take. */
export interface DueDelivery extends Pick<Delivery, 'deliveryId' | 'address' | 'subject' | 'tries' | 'kind'> {
  readonly sealedBody: string;
}

export interface StoredDeliveryRows {
  add(delivery: NewDeliveryRecord): Promise<void>;
  get(deliveryId: string): Promise<Delivery | null>;
  /** Null: it is gone, or was never there. */
  sealedBody(deliveryId: string): Promise<{ readonly address: string; readonly sealedBody: string } | null>;
  /** Newest first. */
  page(filter: DeliveryFilter, page: { readonly before?: number | undefined; readonly limit: number }): Promise<Page<Delivery, number>>;
  /** Those that wait for the channel: codes, for which somebody sits and waits, before everything, notices after it, and the oldest first. */
  due(channel: DeliveryChannel, nowMs: number, limit: number): Promise<readonly DueDelivery[]>;
  /** The channel has it: its words go. */
  taken(deliveryId: string, nowMs: number): Promise<void>;
  /** `nextMs`: when it is tried again; null: never. */
  notTaken(
    deliveryId: string,
    problem: { readonly error: DeliveryFault; readonly errorDetail: string | null; readonly nowMs: number; readonly nextMs: number | null },
  ): Promise<void>;
  /** A failed one that is still worth something waits again; false for any other. */
  retry(deliveryId: string, nowMs: number): Promise<boolean>;
  /** One that nobody has taken goes no more, and its words are gone. */
  takeBack(deliveryId: string, nowMs: number): Promise<void>;
  /** Ends what is worth nothing any more and takes its words out. */
  expire(nowMs: number): Promise<void>;
  deleteOlder(beforeMs: number): Promise<number>;
}
