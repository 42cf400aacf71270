import type { GrantableAct } from '../../../core/domain/accounts/account-act.ts';

/** One user's authorisation for somebody else's account. */
export interface AccountGrant {
  /** Who may. */
  readonly granteeId: string;
  /** With which account. */
  readonly apiId: number;
  /** What. */
  readonly acts: readonly GrantableAct[];
  /** When it ends, ms; null: until it is taken back. */
  readonly untilMs: number | null;
  /** The user who gave it. */
  readonly grantedBy: string;
  readonly grantedMs: number;
}

/** Authorisations between users, at most one for each grantee and account. */
export interface AccountGrants {
  /** Those that have not ended at the time, or of one grantee only; by grantee and account. */
  current(nowMs: number, granteeId?: string): Promise<readonly AccountGrant[]>;
  /** Takes the place of an earlier one of the same grantee and account. */
  put(grant: AccountGrant): Promise<void>;
  /** Removing one that is not there changes nothing. */
  remove(granteeId: string, apiId: number): Promise<void>;
}

/** One user's authorisation to look at one strategy instance of somebody else, while it runs and once it has ended. */
export interface InstanceGrant {
  readonly granteeId: string;
  readonly instanceId: string;
  /** When it ends, ms; null: until it is taken back. */
  readonly untilMs: number | null;
  /** The owner, who gave it. */
  readonly grantedBy: string;
  readonly grantedMs: number;
}

/** At most one for each grantee and instance. */
export interface InstanceGrants {
  /** Those that have not ended at the time, or of one grantee only; by grantee and instance. */
  current(nowMs: number, granteeId?: string): Promise<readonly InstanceGrant[]>;
  /** Takes the place of an earlier one of the same grantee and instance. */
  put(grant: InstanceGrant): Promise<void>;
  /** Removing one that is not there changes nothing. */
  remove(granteeId: string, instanceId: string): Promise<void>;
}
