import type { SwitchScope } from '../../../core/domain/accounts/switch-scope.ts';

export interface SwitchRecord {
  readonly scope: SwitchScope;
  readonly reason: string;
  /** User id. */
  readonly thrownBy: string;
  /** ms. */
  readonly thrownMs: number;
  /** Its release waits for a second person. */
  readonly release: { readonly approvalId: string; readonly askedBy: string; readonly askedMs: number; readonly reason: string } | null;
}

/** Switches that are thrown. */
export interface StoredSwitches {
  /** The newest first. */
  all(): Promise<readonly SwitchRecord[]>;
  /** False: it is thrown already, and stays as it is. */
  add(record: Omit<SwitchRecord, 'release'>): Promise<boolean>;
  /** Null: it is not thrown. Until the transaction ends nobody else changes it. */
  hold(scope: SwitchScope): Promise<SwitchRecord | null>;
  /** Null: its release waits for nobody any more. */
  awaitRelease(scope: SwitchScope, approvalId: string | null): Promise<void>;
  remove(scope: SwitchScope): Promise<void>;
}
