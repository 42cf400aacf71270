import { type StoredKind, storedKinds } from '../../../schemas/wire/storage.ts';

/** Bytes of each kind, as the database keeps them. */
export type StorageUse = Readonly<Record<StoredKind, number>>;

export const totalOf = (use: StorageUse): number => storedKinds.reduce((sum, kind) => sum + use[kind], 0);

export interface Storage {
  /** Until the transaction ends no other adds to what the user has. */
  hold(userId: string): Promise<void>;
  use(userId: string): Promise<StorageUse>;
  /** Ends what the user has deleted, the oldest first, until so many bytes are free; gives how many are. */
  endDeleted(userId: string, bytes: number): Promise<number>;
  /** Forgets strategy instances that have ended, the oldest first, then the oldest lines of the others; gives how many bytes are free. */
  forgetHistory(userId: string, bytes: number): Promise<number>;
  /**
   * Forgets the oldest of what is written without anybody asking and is more than so many of one user: raises of alerts, messages, sign-ins
   * (those that worked and those that did not apart), and traces of what he did with his own things, each action apart.
   */
  keepNewest(most: number): Promise<void>;
  /** Users whose strategies take more than this. */
  longHistories(bytes: number): Promise<readonly string[]>;
}
