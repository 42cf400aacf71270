import type { Outcome } from '../../../core/contract/app-error.ts';
import type { Balance, Fill, Order, OrderIntent } from '../../../core/contract/trading.ts';
import type { OrderMemory, Venue, VenueBatch } from '../../../core/contract/venue.ts';
import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import type { VenueSnapshot } from '../../../core/replica/venue-replica.ts';

/** One report of the feed; numbers have no gaps. */
export interface FeedFrame {
  readonly number: number;
  readonly batch: VenueBatch;
}

export type FarTraits = Pick<Venue, 'exchange' | 'title' | 'capabilities' | 'assets' | 'instruments'>;

/** Where an exchange stands, and after which frame; plain data, so that it crosses a line. */
export interface FarPicture extends Omit<VenueSnapshot, 'lastPrices'> {
  readonly frame: number;
  readonly accounts: readonly AccountKey[];
  readonly lastPrices: readonly (readonly [InstrumentId, string])[];
  readonly traits: FarTraits;
  /** The reports after the sequence that was asked for; null when they are forgotten. */
  readonly missed: readonly FeedFrame[] | null;
  /** Then what has become of everything that changed since, once each, and every fill. */
  readonly changed: readonly Order[];
  readonly fills: readonly Fill[];
  readonly moved: readonly Balance[];
}

/** What an exchange elsewhere can be asked. */
export interface FarCalls {
  /** How it stands, with the reports from `nextFrame` on; where that is null, those after `sequence`. */
  picture(sequence: number, nextFrame: number | null): Promise<FarPicture>;
  openAccount(account: AccountKey): Promise<void>;
  /** Takes nothing that arrives after `notAfterMs` of {@link farNowMs}: who has heard nothing by then can rely on it. */
  submit(intent: OrderIntent, notAfterMs: number): Promise<Outcome<readonly Order[]>>;
  recall(account: AccountKey, clientOrderId: string): Promise<OrderMemory>;
  amend: Venue['amend'];
  cancel: Venue['cancel'];
  cancelAll: Venue['cancelAll'];
  deposit: Venue['deposit'];
  withdraw: NonNullable<Venue['withdraw']>;
  /** The whole book comes first, as a report. */
  watch(id: InstrumentId): Promise<void>;
  unwatch(id: InstrumentId): Promise<void>;
}

export type FarCallName = keyof FarCalls;
export type FarArguments<K extends FarCallName> = Parameters<FarCalls[K]>;
export type FarResult<K extends FarCallName> = Awaited<ReturnType<FarCalls[K]>>;

/** An answer carries the number of the newest report, so that its reader can wait for what led to it. */
export interface FarAnswer<T> {
  readonly answer: T;
  readonly frame: number;
}

/** The way to an exchange. */
export interface FarWire {
  /** Rejects when nobody answers: what was asked may have happened, or happen yet. */
  ask<K extends FarCallName>(name: K, ...args: FarArguments<K>): Promise<FarAnswer<FarResult<K>>>;
  /** Hears all further reports, in any order. `onLost` says that none will come any more. */
  listen(onFrame: (frame: FeedFrame) => void, onLost: (reason: string) => void): Promise<void>;
  close(): void;
}

/** Steady, and the same in every process of a machine, ms. */
export const farNowMs = (): number => performance.timeOrigin + performance.now();
