import { guest, type Principal } from '../../../core/contract/access.ts';
import { AppError } from '../../../core/contract/app-error.ts';
import { networkOf } from '../../../core/domain/accounts/network-of.ts';
import type { Role } from '../../../core/domain/accounts/role.ts';
import type { RoleBook } from '../../../core/domain/accounts/role-book.ts';
import { decideAccess } from '../../../core/kernel/checks/access.ts';
import { type RateClass, type RateOwner, rateClasses } from '../../../schemas/wire/rate-class.ts';
import type { KeyPermission, RouteAccess } from '../../../schemas/wire/route.ts';
import type { RefusalAudit } from '../../session/refusal-audit.ts';
import type { UserSession } from '../../session/session-registry.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';

export interface GuardedRoute {
  readonly name: string;
  readonly access: RouteAccess;
  readonly key?: KeyPermission;
  readonly confirm?: 'fresh' | 'enrol';
  readonly rate: RateClass;
  /** The plugin that answers it; absent: the house. */
  readonly pluginId?: string;
}

/** Null when the session's person has just proven that it is he, and by what the firm wants of him; else why not. */
export type ProofGuard = (session: UserSession, confirm: 'fresh' | 'enrol') => Promise<AppError | null>;

/** Null when the principal has the plugin, else why not. */
export type PluginGuard = (principal: Principal, pluginId: string) => AppError | null;

/** Session, or the refusal. A public route gets null for a guest. */
export type GuardResult = { readonly session: UserSession | null } | AppError;

/** `Authorization: <token>` or `Bearer <token>`, of a session or an API key. */
export const tokenOf = (header: string | undefined): string | null =>
  header === undefined || header === '' ? null : header.startsWith('Bearer ') ? header.slice(7) : header;

/** Decides at the door: rate, session, role and VIP level, before a body is read. */
export class CallerGuard {
  readonly #tokens: TokenAuthenticator;
  readonly #limiter: RateLimiter;
  readonly #refusals: Pick<RefusalAudit, 'note'>;
  readonly #roles: Pick<RoleBook, 'has' | 'may'>;
  readonly #ofPlugin: PluginGuard;
  readonly #proof: ProofGuard;

  constructor(
    tokens: TokenAuthenticator,
    limiter: RateLimiter,
    refusals: Pick<RefusalAudit, 'note'>,
    roles: Pick<RoleBook, 'has' | 'may'>,
    proof: ProofGuard,
    ofPlugin: PluginGuard = () => null,
  ) {
    this.#proof = proof;
    this.#roles = roles;
    this.#ofPlugin = ofPlugin;
    this.#tokens = tokens;
    this.#limiter = limiter;
    this.#refusals = refusals;
  }

  /** Answers at once when the session is in memory, as it nearly always is. */
  check(route: GuardedRoute, authorization: string | undefined, ip: string): GuardResult | Promise<GuardResult> {
    const token = tokenOf(authorization);
    const found = token === null ? null : this.#tokens.find(token, ip);
    if (found instanceof AppError) return found;
    if (found instanceof Promise)
      return found.then((session) =>
        session instanceof AppError ? session : this.#confirmed(route, this.#decide(route, session, true, ip)),
      );
    return this.#confirmed(route, this.#decide(route, found, token !== null, ip));
  }

  /** What wants a fresh confirmation is refused to whoever has given none of late, and to every key. */
  #confirmed({ confirm }: GuardedRoute, result: GuardResult): GuardResult | Promise<GuardResult> {
    if (confirm === undefined || result instanceof AppError) return result;
    const { session } = result;
    if (session === null || session.key !== undefined) return new AppError(session === null ? 'SESSION_MISSING' : 'KEY_FORBIDDEN');
    return this.#proof(session, confirm).then((refusal) => refusal ?? result);
  }

  #decide(route: GuardedRoute, session: UserSession | null, tokenGiven: boolean, ip: string): GuardResult {
    const waitS = this.#limiter.take(bucketOf(route, session, ip), rateClasses[route.rate].perMinute);
    if (waitS > 0) return new AppError('RATE_LIMITED', { retryAfterS: waitS });
    const refusal = this.#refusalOf(route, session, tokenGiven);
    if (refusal === null) return { session };
    this.#refusals.note(session, refusal, route.name, ip);
    return refusal;
  }

  #refusalOf(route: GuardedRoute, session: UserSession | null, tokenGiven: boolean): AppError | null {
    const forbidden = session?.key === undefined ? null : keyRefusal(route.key, session.key.permission);
    if (forbidden !== null) return forbidden;
    const principal = session?.principal ?? guest;
    const allowed = (): AppError | null => (route.pluginId === undefined ? null : this.#ofPlugin(principal, route.pluginId));
    if (route.access === 'public') return allowed();
    const { role } = principal;
    if (role !== null && !this.#roles.has(role)) return this.#isLeftTo(role, route) ? null : new AppError('ROLE_GONE', { role });
    const decision = decideAccess(this.#roles, principal, route.access === 'session' ? {} : route.access);
    if (decision.outcome === 'granted') return allowed();
    if (session === null) return new AppError(tokenGiven ? 'SESSION_INVALID' : 'SESSION_MISSING');
    return decision.outcome === 'locked' ? new AppError('ACCESS_VIP', { minVip: decision.minVip }) : new AppError('ACCESS_ROLE');
  }

  /** Whoever's role has gone with its plugin keeps his session, and looks at and takes back what is his: nobody may be stuck with orders. */
  #isLeftTo(role: Role, { access, pluginId }: GuardedRoute): boolean {
    if (pluginId !== undefined || access === 'public') return false;
    if (access === 'session') return true;
    const { roles, account, minVip, permission } = access;
    return roles === undefined && minVip === undefined && permission === undefined && this.#roles.may(role, account ?? 'trade');
  }
}

/** A key may do what its route names for keys and nothing else, and have the topics that name it. */
export function keyRefusal(needed: KeyPermission | undefined, permission: KeyPermission): AppError | null {
  if (needed === undefined) return new AppError('KEY_FORBIDDEN');
  return needed === 'trade' && permission !== 'trade' ? new AppError('KEY_READ_ONLY') : null;
}

function bucketOf({ name, rate }: GuardedRoute, session: UserSession | null, ip: string): string {
  const { bucket, owner } = rateClasses[rate];
  return `${payerOf(owner, session, ip)} ${bucket === 'class' ? rate : `${rate} ${name}`}`;
}

function payerOf(owner: RateOwner, session: UserSession | null, ip: string): string {
  if (session === null || owner === 'address') return networkOf(ip);
  // A person's sessions share one allowance: signing in again buys none.
  const { userId } = session.principal;
  return owner === 'credential' && session.key !== undefined ? `${userId} ${session.key.keyId}` : userId;
}
