import type { GrantableAct } from '../domain/accounts/account-act.ts';
import type { Role } from '../domain/accounts/role.ts';
import type { InstanceStatus } from '../domain/instance-status.ts';
import type { Outcome } from './app-error.ts';
import { type Token, token } from './token.ts';
import type { ApiId } from './trading.ts';

/** Somebody may do something with somebody else's account. */
export interface Authorisation {
  readonly apiId: ApiId;
  /** Who may, by id and name. */
  readonly granteeId: string;
  readonly grantee: string;
  /** As which he works now: his role may allow less than the authorisation. */
  readonly granteeRole: Role;
  readonly acts: readonly GrantableAct[];
  /** ms; null: until it is taken back. */
  readonly untilMs: number | null;
  readonly givenMs: number;
}

/** The same, as the one sees it who may. */
export interface HeldAuthorisation extends Pick<Authorisation, 'apiId' | 'acts' | 'untilMs' | 'givenMs'> {
  /** Of the account. */
  readonly name: string;
  readonly exchange: string;
  /** User name of whose account it is. */
  readonly owner: string;
}

/** Somebody may look at one strategy instance of somebody else: how it does, running and ended, and nothing else of its accounts. */
export interface InstanceAuthorisation extends Pick<Authorisation, 'granteeId' | 'grantee' | 'granteeRole' | 'untilMs' | 'givenMs'> {
  readonly instanceId: string;
  /** Of the instance. */
  readonly name: string;
  readonly status: InstanceStatus;
}

/** The same, as the one sees it who may. */
export interface HeldInstanceAuthorisation extends Pick<InstanceAuthorisation, 'instanceId' | 'name' | 'status' | 'untilMs' | 'givenMs'> {
  /** User name of whose instance it is. */
  readonly owner: string;
}

/**
 * What `accountAccess` obeys, given and taken back by owners. Each stands in the audit (`authorisation.given`, `authorisation.taken` of `account/<apiId>` or `instance/<id>`),
 * in the transaction that writes it, and holds from that moment on: lists, topics and orders of whom it concerns follow.
 */
export interface Authorisations {
  /** Of all accounts of this owner, those that have ended left out. */
  givenBy(ownerId: string): Promise<readonly Authorisation[]>;
  /** For accounts of others, those that have ended left out, and of what is given as much as his role may use. */
  heldBy(granteeId: string): Promise<readonly HeldAuthorisation[]>;
  /** Whom owners may choose: everybody at work in one of these roles, by user name. */
  candidates(roles: readonly Role[]): Promise<readonly { readonly username: string; readonly role: Role }[]>;
  /**
   * Takes the place of an earlier one of the same person and account. ACCESS_ACCOUNT: it is not the owner's; AUTHORISATION_NOBODY: nobody at work has this
   * user name, or it is the owner's own; AUTHORISATION_END_PAST, AUTHORISATION_TOO_MANY.
   */
  give(ownerId: string, grant: GivenAct): Promise<Outcome<Authorisation>>;
  /** ACCESS_ACCOUNT as above; what is not there any more is accepted. */
  take(ownerId: string, apiId: ApiId, granteeId: string): Promise<Outcome<void>>;
  /** Of single instances of this owner, those that have ended left out. */
  instancesGivenBy(ownerId: string): Promise<readonly InstanceAuthorisation[]>;
  instancesHeldBy(granteeId: string): Promise<readonly HeldInstanceAuthorisation[]>;
  /** Takes the place of an earlier one of the same person and instance. INSTANCE_UNKNOWN: it is not the owner's; else as {@link give}. */
  giveInstance(ownerId: string, grant: GivenInstance): Promise<Outcome<InstanceAuthorisation>>;
  /** INSTANCE_UNKNOWN as above; what is not there any more is accepted. */
  takeInstance(ownerId: string, instanceId: string, granteeId: string): Promise<Outcome<void>>;
}

interface GivenAct {
  readonly apiId: ApiId;
  /** User name. */
  readonly grantee: string;
  readonly acts: readonly GrantableAct[];
  readonly untilMs: number | null;
}

interface GivenInstance {
  readonly instanceId: string;
  /** User name. */
  readonly grantee: string;
  readonly untilMs: number | null;
}

export const AUTHORISATIONS: Token<Authorisations> = token<Authorisations>(
  'tessera.authorisations',
  'Who may do what with accounts of others',
);
