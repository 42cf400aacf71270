import type { DeliveryFault } from '../domain/delivery.ts';
import type { SmsGatewayTerms } from '../domain/sms-gateway.ts';
import type { Outcome } from './app-error.ts';
import type { ChangeNote } from './people.ts';
import { type Token, token } from './token.ts';

export interface SmsGatewayState {
  /** `environment`: the server's settings name one, which counts before what is kept here; `none`: messages wait in the outbox. */
  readonly origin: 'environment' | 'platform' | 'none';
  /** What is kept here; null: nothing. */
  readonly gateway: SmsGatewayTerms | null;
  readonly hasSecret: boolean;
  /** Counts changes: a change names the one that it was made from. */
  readonly version: number;
}

export interface SmsTest {
  readonly to: string;
  /** Null: the gateway has taken it. */
  readonly fault: DeliveryFault | null;
  /** The number of its answer. */
  readonly detail: string | null;
}

/** By which gateway text messages go, and every change of it. What is kept holds with the next message, on every server of the house. */
export interface HouseSmsGateway {
  readonly state: SmsGatewayState;
  /**
   * Null as gateway: messages wait in the outbox again. `secret` null: the one that is kept stays, for the same address and header alone; else
   * FORM_FIELD_EMPTY. It stands in the audit (`sms-gateway.changed` of `platform`), without the secret. PLATFORM_CHANGED, PLATFORM_NOTHING_TO_CHANGE,
   * REQUEST_INVALID.
   */
  change(version: number, gateway: SmsGatewayTerms | null, secret: string | null, note: ChangeNote): Promise<Outcome<SmsGatewayState>>;
  /** A text message at once; `to` null: to the person's own number. FORM_FIELD_EMPTY of `url`: there is no gateway; of `to`: he has no number. */
  test(userId: string, to: string | null): Promise<Outcome<SmsTest>>;
}
export const SMS_GATEWAY: Token<HouseSmsGateway> = token<HouseSmsGateway>(
  'tessera.sms-gateway',
  'By which gateway text messages go, and every change of it',
);
