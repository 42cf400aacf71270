import type { DeliveryChannel, DeliveryFault, DeliveryKind, DeliveryState, LetterChannel } from '../domain/delivery.ts';
import type { Language } from '../domain/language.ts';
import type { Outcome } from './app-error.ts';
import type { ChangeNote } from './people.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

/** A letter in one language, plain text. */
export interface DeliveryWords {
  /** Stands in lists for as long as the letter does: never a secret. */
  readonly subject: string;
  /** May hold a secret: it is kept sealed, and gone once it was taken or is worth nothing any more. A text message is this alone. */
  readonly body: string;
}

export interface NewDelivery {
  /** A user, by mail where he has an address and else by text message; or an address that somebody typed, an e-mail or a telephone number, and who reads there. */
  readonly to: { readonly userId: string } | { readonly address: string; readonly language: Language };
  readonly kind: DeliveryKind;
  /** Asked once, for the reader's language. */
  readonly words: (language: Language) => DeliveryWords;
  /** How long it is worth something, ms. */
  readonly lifeMs: number;
}

/** Letters to people: each is kept until its channel has taken it, and tried again until its life is over. */
export interface Deliveries {
  /** `within`: in a transaction of the plugin's own tables, with what is written there or not at all. Gives false, with nothing sent, for a user without an address. */
  send(delivery: NewDelivery, within?: Sql): Promise<boolean>;
}
export const DELIVERIES: Token<Deliveries> = token<Deliveries>('tessera.deliveries', 'Letters to people, by mail or text message');

export interface Delivery {
  readonly deliveryId: string;
  /** Counts up with each letter. */
  readonly place: number;
  readonly userId: string | null;
  readonly address: string;
  readonly channel: DeliveryChannel;
  readonly kind: DeliveryKind;
  readonly subject: string;
  readonly state: DeliveryState;
  /** How often the channel was asked. */
  readonly tries: number;
  readonly error: DeliveryFault | null;
  /** What the channel said: the number of its answer. */
  readonly errorDetail: string | null;
  /** False: its words are gone. */
  readonly hasBody: boolean;
  /** ms. */
  readonly createdMs: number;
  readonly expiresMs: number;
  /** When it was taken, given up or worth nothing any more, ms. */
  readonly endedMs: number | null;
}

export interface DeliveryFilter {
  readonly channel?: DeliveryChannel | undefined;
  readonly state?: DeliveryState | undefined;
  readonly kind?: DeliveryKind | undefined;
  /** Stands in the address or the subject, in letters of any size. */
  readonly search?: string | undefined;
}

/** What was sent, for those who keep the house: where a channel is not set, a letter is read here and told by hand. */
export interface Outbox {
  /** Whether letters go by themselves. */
  readonly channels: Readonly<Record<LetterChannel, boolean>>;
  /** The newest first, those before `before`. */
  find(
    filter: DeliveryFilter,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly next: number | null }>;
  get(deliveryId: string): Promise<Delivery | null>;
  /** Null: its words are gone, or there is no such letter. */
  body(deliveryId: string): Promise<string | null>;
  /** A letter that failed waits again. It stands in the audit (`delivery.retried` of `delivery/<id>`). DELIVERY_UNKNOWN; DELIVERY_OVER: it did not fail, or is worth nothing any more. */
  retry(deliveryId: string, note: ChangeNote): Promise<Outcome<Delivery>>;
}
export const OUTBOX: Token<Outbox> = token<Outbox>('tessera.outbox', 'What was sent to people, and what still waits');
