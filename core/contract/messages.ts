import type { Role } from '../domain/accounts/role.ts';
import type { Audience } from '../domain/audience.ts';
import type { Language } from '../domain/language.ts';
import type { NoticeDevices, NoticeSubject } from '../domain/notice.ts';
import type { Sql } from './server-contributions.ts';
import { type Token, token } from './token.ts';

export type MessageText = string | ((language: Language) => string);

/** A message that a user finds among his. */
export interface UserMessage {
  /** Null addresses everyone. */
  readonly userId: string | null;
  readonly kind: 'deal' | 'announcement' | 'system';
  /** By it the reader chooses how else he is told: on his devices, by mail, by text message. */
  readonly about: NoticeSubject;
  /** As a function it is asked for in the language of each reader. */
  readonly title: MessageText;
  readonly body: MessageText;
  readonly timeMs: number;
  /** On which of his devices he is told, as far as he wants to be told there at all; absent: on all. */
  readonly devices?: NoticeDevices | undefined;
  /** What it tells of, such as `instance 4f…`: of one thing a user is told once, however often it is sent. */
  readonly refersTo?: string | undefined;
}

/** A message to many. */
export interface RoleMessage extends Omit<UserMessage, 'userId'> {
  /** Whoever has one that he has not read and whose `refersTo` begins so gets no further one: what may come in any number is told once, until he has looked. */
  readonly unlessUnread?: string | undefined;
  /** User id of who is not told, since it comes from him. */
  readonly except?: string | undefined;
}

export interface Messages {
  /** `within`: in a transaction of the plugin's own tables, with what is written there or not at all. */
  send(message: UserMessage, within?: Sql): Promise<void>;
  /** To each active person of the role. */
  sendToRole(role: Role, message: RoleMessage, within?: Sql): Promise<void>;
  /** To each active person of whom it is for now; what is for everybody is there for whoever comes later too. */
  sendTo(audience: Audience, message: Omit<UserMessage, 'userId'>, within?: Sql): Promise<void>;
  /** How many active people that are now, and which names are of none of them. */
  reach(audience: Audience): Promise<{ readonly users: number; readonly unknown: readonly string[] }>;
}
export const MESSAGES: Token<Messages> = token<Messages>('tessera.messages', 'Messages to users, and by which ways they hear of them');
