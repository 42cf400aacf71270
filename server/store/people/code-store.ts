import type { CodePurpose } from '../../../core/domain/code-purpose.ts';
import type { LetterChannel } from '../../../core/domain/delivery.ts';

export interface CodeRecord {
  readonly codeId: string;
  readonly purpose: CodePurpose;
  readonly channel: LetterChannel;
  readonly addressHash: string;
  readonly networkHash: string;
  readonly codeHash: string;
  readonly createdMs: number;
  readonly expiresMs: number;
}

export interface LiveCode extends Pick<CodeRecord, 'codeId' | 'codeHash'> {
  readonly wrongTries: number;
  readonly rightTries: number;
}

export interface StoredCodes {
  /** Until the transaction ends nobody else makes a code. */
  hold(): Promise<void>;
  count(
    of: { readonly addressHash: string } | { readonly networkHash: string } | { readonly channel: LetterChannel },
    sinceMs: number,
  ): Promise<number>;
  /** When the newest for an address and purpose was made, ms; null: none was. */
  newestMs(purpose: CodePurpose, addressHash: string): Promise<number | null>;
  /** In place of the one before of its address and purpose. */
  add(code: CodeRecord): Promise<void>;
  /** The one that may still be used; until the transaction ends nobody else tries it. */
  holdLive(purpose: CodePurpose, addressHash: string, nowMs: number): Promise<LiveCode | null>;
  tried(codeId: string, change: { readonly isRight: boolean; readonly ends: boolean }): Promise<void>;
  /** Uses it up; false: somebody else has, or it is too old. */
  use(codeId: string, nowMs: number): Promise<boolean>;
  deleteOlder(beforeMs: number): Promise<number>;
}
