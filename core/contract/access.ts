import type { Role, VipLevel } from '../domain/role.ts';

/** Who asks. A guest has neither role nor id. */
export interface Principal {
  readonly userId: string | null;
  readonly username: string | null;
  readonly role: Role | null;
  readonly vipLevel: VipLevel;
}

export const guest: Principal = { userId: null, username: null, role: null, vipLevel: 0 };

/**
 * The two outcomes that must never be mixed up: a missing role makes a thing not exist, a low VIP level leaves
 * it visible but locked at `minVip`.
 */
export type AccessDecision =
  | { readonly outcome: 'granted' }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'locked'; readonly minVip: number };
