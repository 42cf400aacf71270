import type { NoticeSubject } from '../domain/notice.ts';
import type { AppError } from './app-error.ts';
import { type Token, token } from './token.ts';
import type { Order } from './trading.ts';

/** A text of a plugin or of the product, named by its key: it is read in the language that the reader has then. Plain JSON. */
export interface NamedText {
  readonly namespace: string;
  readonly key: string;
  /** A part that is a text by itself is named too. */
  readonly params?: Readonly<Record<string, string | number | NamedText>>;
}

/** Names texts of a plugin, for messages that are still read after the reader has chosen another language. */
export const toldIn =
  (namespace: string) =>
  (key: string, params: NonNullable<NamedText['params']> = {}): NamedText => ({ namespace, key, params });

/** What a message says: words as they are, a named text, an error of the catalogue, or several of them in a row. */
export type Told = string | NamedText | Pick<AppError, 'code' | 'params'> | readonly Told[];

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';
/** What a message offers to do; it goes when that is done. */
export interface NoticeAction {
  readonly label: Told;
  run(): void;
  /** It is offered in the list of past messages too: it does not lose its sense. */
  readonly lasts?: boolean;
}
export interface NoticeOptions {
  /** What it is of: whoever does not want to be told of it on the page finds it in the list of messages alone. */
  readonly of?: NoticeSubject;
  /** A second, quieter line. */
  readonly detail?: Told;
  readonly action?: NoticeAction;
  /** What is told later of the same order takes the place of this message. */
  readonly order?: Pick<Order, 'apiId' | 'orderId'>;
  /** The same for whatever else it tells of, such as a strategy instance: a name for it. */
  readonly about?: string;
  /** When it happened, in ms since the epoch, for what happened while nobody was there: it goes to the list of messages without being shown. */
  readonly pastMs?: number;
}

export interface Notices {
  /** Errors stay until closed. Words that are given as they are stay in their language. */
  show(kind: NoticeKind, text: Told, options?: NoticeOptions): void;
  /** Shows an error of the catalogue in the user's language. */
  error(error: AppError): void;
}
export const NOTICES: Token<Notices> = token<Notices>('tessera.notices', 'Short messages to the user');
