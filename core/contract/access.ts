import type { ProductVersion, Role, VipLevel } from '../domain/accounts/role.ts';

/** Who asks. A guest has neither role nor id. */
export interface Principal {
  readonly userId: string | null;
  readonly username: string | null;
  readonly role: Role | null;
  readonly vipLevel: VipLevel;
  /** The version of the product; null or absent: none. */
  readonly productVersion?: ProductVersion | null;
  /** Key of the strategy whose instance sends in his name; absent: none. */
  readonly strategy?: string;
  /** He sends copies of what his main account has ordered; absent: he does not. */
  readonly copies?: true;
  /** The API key by which a script of his speaks; absent: he himself, or what he has set up. */
  readonly apiKey?: { readonly keyId: string; readonly name: string };
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

export const granted: AccessDecision = { outcome: 'granted' };
export const absent: AccessDecision = { outcome: 'absent' };

/** What two answers allow together. */
export function stricter(a: AccessDecision, b: AccessDecision): AccessDecision {
  if (a.outcome === 'absent' || b.outcome === 'absent') return absent;
  if (a.outcome === 'locked' && b.outcome === 'locked') return a.minVip > b.minVip ? a : b;
  return a.outcome === 'locked' ? a : b;
}
