import type { DeliveryChannel, DeliveryState } from '../domain/delivery.ts';
import type { Language } from '../domain/language.ts';
import type { Outcome } from './app-error.ts';
import type { DeliveryWords } from './deliveries.ts';
import type { ChangeNote, Person, PersonTerms, RegistrationTerms } from './people.ts';
import type { Sql } from './server-contributions.ts';
import { type Disposer, type Token, token } from './token.ts';

/** What somebody is made with who comes by an invitation of an administrator. */
export interface AdmissionTerms extends Pick<PersonTerms, 'role' | 'vipLevel' | 'vipUntilMs'> {
  readonly productVersion: Person['productVersion'];
  /** Where the letter goes, and what he has an account by: an e-mail, or a telephone number with the code of its country. */
  readonly address: string;
  /** Of the letter. */
  readonly language: Language;
}

/** One that nobody has accepted or revoked. */
export interface OpenAdmission extends AdmissionTerms {
  readonly admissionId: string;
  /** User name of the administrator whose letter is the last one. */
  readonly invitedBy: string;
  /** ms. */
  readonly invitedMs: number;
  /** Until when the link of the letter opens it, ms; it stays in the list for some days after. */
  readonly untilMs: number;
  /** Null: of the letter nothing is known any more. */
  readonly letter: { readonly deliveryId: string; readonly channel: DeliveryChannel; readonly state: DeliveryState } | null;
}

/** What opens the link of a letter; it stands in the letter and nowhere else. */
export type AdmissionWords = (token: string) => (language: Language) => DeliveryWords;

/** What somebody says of himself who comes by an invitation; everything else the administrator has said. */
export type AdmissionAnswers = Pick<RegistrationTerms, 'username' | 'password' | 'language' | 'termsVersion'>;

/** Somebody has come by an invitation. */
export interface AcceptedAdmission {
  readonly admissionId: string;
  /** User id of the administrator whose letter he followed. */
  readonly inviter: string;
  /** Where the letter went. */
  readonly address: string;
  readonly person: Person;
}

/**
 * Invitations of administrators: each lets whoever reads at an address become somebody of the house, once, for some days, and only while the
 * administrator is one. Each change stands in the audit (`invitation.made`, `invitation.resent`, `invitation.revoked` of `invitation/<id>`,
 * `invitation.accepted` of `person/<id>`), in the transaction that makes it.
 */
export interface Admissions {
  /** The newest first. */
  list(): Promise<readonly OpenAdmission[]>;
  /**
   * Writes the letter, and takes the place of an open one of that address. Refused with what {@link HousePeople.check} says of address, role and
   * level; INVITATION_TOO_MANY.
   */
  make(terms: AdmissionTerms, note: ChangeNote, words: AdmissionWords): Promise<Outcome<OpenAdmission>>;
  /** Another letter, in the name of who asks for it; the link of the one before opens nothing more. INVITATION_UNKNOWN: it is not open; and as in {@link make}. */
  renew(admissionId: string, note: ChangeNote, words: AdmissionWords): Promise<Outcome<OpenAdmission>>;
  /** INVITATION_UNKNOWN. */
  revoke(admissionId: string, note: ChangeNote): Promise<Outcome<null>>;
  /** What a token opens. INVITATION_OVER: nothing, whatever the cause; INVITATION_TAKEN: its address has an account by now. */
  look(token: string): Promise<Outcome<AdmissionTerms>>;
  /** Makes the person. Refused as in {@link look}, and with what {@link HousePeople.register} says of name and password. */
  accept(token: string, answers: AdmissionAnswers): Promise<Outcome<Person>>;
  /** What is done in the transaction in which somebody comes by an invitation; what it throws, nobody comes. */
  onAccepted(work: (accepted: AcceptedAdmission, within: Sql) => Promise<void>): Disposer;
  /** Hears of every change of the list. */
  listen(listener: () => void): Disposer;
}
export const ADMISSIONS: Token<Admissions> = token<Admissions>('tessera.admissions', 'Invitations of administrators');
