import { type Token, token } from './token.ts';

/** A file that came with a call. It is gone when the call is answered, unless it is kept. */
export interface ReceivedFile {
  /** As the caller's computer calls it, without its folders: nothing to be trusted. */
  readonly name: string;
  readonly bytes: number;
  /** From the first byte on, each time, a few kilobytes at once. */
  read(): AsyncIterable<Uint8Array>;
}

/** What came with a call that takes a file. */
export interface ReceivedForm {
  /** By name, as the route's schema wants them. */
  readonly fields: Readonly<Record<string, string>>;
  /** Null: no file was chosen. */
  readonly file: ReceivedFile | null;
}

/** Files of the plugin, in the data folder of this server and out of reach of any page. Ids are letters, digits and hyphens. */
export interface Files {
  /** Durable when it resolves. Throws when there is such a file. */
  keep(id: string, file: ReceivedFile): Promise<void>;
  /** Null: it is not here. */
  read(id: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Also one that is not there. */
  remove(id: string): Promise<void>;
  ids(): Promise<readonly string[]>;
}
export const FILES: Token<Files> = token<Files>('tessera.files', 'Files of its own in the data folder');
