import { type Static, Type } from '@sinclair/typebox';
import { grantableActs } from '../../core/domain/accounts/account-act.ts';
import { accountKeyNeeds } from '../../core/domain/accounts/account-key-need.ts';
import { accountPermissions } from '../../core/domain/accounts/account-permission.ts';
import { instanceStatuses } from '../../core/domain/instance-status.ts';
import { accountTypes } from '../../core/domain/markets/instrument.ts';
import { ApiId, ExchangeId, nullable, oneOf, RoleName, strict, TimeMs } from '../common.ts';
import { route } from './route.ts';
import { InstanceId } from './strategy.ts';

const tag = 'API accounts';
const Name = Type.String({ maxLength: 200 });
const GroupId = Type.Integer({ minimum: 1 });
const Permissions = Type.Array(oneOf(accountPermissions), { maxItems: accountPermissions.length, uniqueItems: true });
const Acts = Type.Array(oneOf(grantableActs), { minItems: 1, maxItems: grantableActs.length, uniqueItems: true });
const UserId = Type.String({ minLength: 1, maxLength: 64 });
const Username = Type.String({ minLength: 1, maxLength: 64 });

/** From where the key of an account is used, as its owner has bound it at the exchange: IP addresses, or ranges such as 203.0.113.0/24. */
export const mostAccountAddresses = 50;
const Addresses = Type.Array(Type.String({ minLength: 2, maxLength: 49 }), { maxItems: mostAccountAddresses, uniqueItems: true });

const Key = Type.String({ maxLength: 500 });
const SavedAccount = {
  /** Absent: a new one. */
  api_id: Type.Optional(ApiId),
  name: Name,
  /** Of a new one; an account never goes to another exchange. */
  exchange: Type.Optional(ExchangeId),
  permissions: Permissions,
  group_id: nullable(GroupId),
  expire_time: nullable(TimeMs),
  /** Of an exchange that wants keys; absent: as before, of a new one none. */
  ip_list: Type.Optional(Addresses),
};

/** An account as its owner keeps it. */
export const OwnAccountView = strict({
  api_id: ApiId,
  name: Type.String(),
  exchange: ExchangeId,
  permissions: Permissions,
  group_id: nullable(GroupId),
  active: Type.Boolean(),
  /** From when on it takes no new orders and moves no money; null: never. */
  expire_time: nullable(TimeMs),
  ip_list: Type.Array(Type.String()),
  /** Last characters of the ApiKey, never the whole; null: there is none, or nobody knows them. */
  key_end: nullable(Type.String()),
  create_time: TimeMs,
  update_time: TimeMs,
});
export type OwnAccountView = Static<typeof OwnAccountView>;

export const AccountGroupView = strict({ group_id: GroupId, name: Type.String() });
export type AccountGroupView = Static<typeof AccountGroupView>;

export const AuthorisationView = strict({
  api_id: ApiId,
  grantee_id: UserId,
  grantee: Type.String(),
  /** Of those whose work it is to look after accounts of others; null: who somebody else is, he may say himself. */
  grantee_role: nullable(RoleName),
  acts: Type.Array(oneOf(grantableActs)),
  /** Null: until it is taken back. */
  until: nullable(TimeMs),
  given: TimeMs,
});
export type AuthorisationView = Static<typeof AuthorisationView>;

export const InstanceAuthorisationView = strict({
  instance_id: InstanceId,
  /** Of the instance. */
  name: Type.String(),
  status: oneOf(instanceStatuses),
  grantee_id: UserId,
  grantee: Type.String(),
  /** As of authorisations of accounts. */
  grantee_role: nullable(RoleName),
  until: nullable(TimeMs),
  given: TimeMs,
});
export type InstanceAuthorisationView = Static<typeof InstanceAuthorisationView>;

export const exchangeAccountRoutes = {
  accountOwn: route({
    method: 'GET',
    path: '/user/api/own',
    tag,
    summary: 'The accounts that the user has himself, as he keeps them, the exchanges at which he can open more, and his groups',
    access: 'session',
    rate: 'read',
    reply: strict({
      accounts: Type.Array(OwnAccountView),
      exchanges: Type.Array(
        strict({
          exchange: ExchangeId,
          title: Type.String(),
          account_types: Type.Array(oneOf(accountTypes)),
          keys: oneOf(accountKeyNeeds),
        }),
      ),
      groups: Type.Array(AccountGroupView),
      /** From where and when the caller came in last; null: nobody knows. */
      login_ip: nullable(Type.String()),
      login_time: nullable(TimeMs),
    }),
  }),
  accountSave: route({
    method: 'POST',
    path: '/user/api/save',
    tag,
    summary: 'Opens an account at an exchange, or changes one: its name, permissions, group and end',
    access: 'session',
    rate: 'heavy',
    body: strict(SavedAccount),
    reply: OwnAccountView,
  }),
  accountSaveKeys: route({
    method: 'POST',
    path: '/user/api/save/keys',
    tag,
    summary: 'The same with the keys of an exchange elsewhere, which is asked whether they are right; nobody is ever told them again',
    access: 'session',
    rate: 'heavy',
    confirm: 'fresh',
    body: strict({
      ...SavedAccount,
      api_key: Key,
      secret_key: Key,
      /** Null where the exchange has none. */
      passphrase: nullable(Key),
    }),
    reply: OwnAccountView,
  }),
  accountSaveActive: route({
    method: 'POST',
    path: '/user/api/save/active',
    tag,
    summary: 'Switches an account on or off: off it takes no new orders and moves no money',
    access: 'session',
    rate: 'save',
    body: strict({ api_id: ApiId, active: Type.Boolean() }),
    reply: OwnAccountView,
  }),
  accountDelete: route({
    method: 'POST',
    path: '/user/api/delete',
    tag,
    summary: 'Deletes an account that holds nothing and has no open orders, and its keys',
    access: 'session',
    rate: 'save',
    confirm: 'fresh',
    body: strict({ api_id: ApiId }),
    reply: Type.Null(),
  }),
  accountGroupList: route({
    method: 'GET',
    path: '/user/api/group/list',
    tag,
    summary: "Groups of the user's accounts",
    access: 'session',
    rate: 'read',
    reply: Type.Array(AccountGroupView),
  }),
  accountGroupSave: route({
    method: 'POST',
    path: '/user/api/group/save',
    tag,
    summary: 'Makes a group, or gives it another name',
    access: 'session',
    rate: 'save',
    body: strict({ group_id: Type.Optional(GroupId), name: Name }),
    reply: AccountGroupView,
  }),
  accountGroupDelete: route({
    method: 'POST',
    path: '/user/api/group/delete',
    tag,
    summary: 'Takes a group away; its accounts stay, in no group',
    access: 'session',
    rate: 'save',
    body: strict({ group_id: GroupId }),
    reply: Type.Null(),
  }),
  observerSelectList: route({
    method: 'GET',
    path: '/user/select/observer/list',
    tag,
    summary: 'People who look after accounts of others and may be authorised, by user name',
    access: 'session',
    rate: 'read',
    reply: Type.Array(strict({ username: Type.String(), role: RoleName })),
  }),
  authorisationList: route({
    method: 'GET',
    path: '/user/api/authorisation/list',
    tag,
    summary: "Who may do what with the user's accounts",
    access: 'session',
    rate: 'read',
    reply: Type.Array(AuthorisationView),
  }),
  authorisationGive: route({
    method: 'POST',
    path: '/user/api/authorisation/give',
    tag,
    summary:
      'Lets somebody do something with one of the user’s accounts, until it ends or is taken back; it takes the place of what he had before',
    access: 'session',
    // Whether a name is somebody's is told by it: few guesses.
    rate: 'heavy',
    confirm: 'fresh',
    body: strict({ api_id: ApiId, grantee: Username, acts: Acts, until: nullable(TimeMs) }),
    reply: AuthorisationView,
  }),
  authorisationTake: route({
    method: 'POST',
    path: '/user/api/authorisation/take',
    tag,
    summary: 'Takes an authorisation back at once',
    access: 'session',
    rate: 'stop',
    body: strict({ api_id: ApiId, grantee_id: UserId }),
    reply: Type.Null(),
  }),
  instanceAuthorisationList: route({
    method: 'GET',
    path: '/user/instance/authorisation/list',
    tag,
    summary: 'Who may look at which single strategy instance of the user',
    access: 'session',
    rate: 'read',
    reply: Type.Array(InstanceAuthorisationView),
  }),
  instanceAuthorisationGive: route({
    method: 'POST',
    path: '/user/instance/authorisation/give',
    tag,
    summary:
      'Lets somebody look at one of the user’s strategy instances, running and ended, until it ends or is taken back; nothing else of its accounts',
    access: 'session',
    // Whether a name is somebody's is told by it: few guesses.
    rate: 'heavy',
    confirm: 'fresh',
    body: strict({ instance_id: InstanceId, grantee: Username, until: nullable(TimeMs) }),
    reply: InstanceAuthorisationView,
  }),
  instanceAuthorisationTake: route({
    method: 'POST',
    path: '/user/instance/authorisation/take',
    tag,
    summary: 'Takes an authorisation for a single instance back at once',
    access: 'session',
    rate: 'stop',
    body: strict({ instance_id: InstanceId, grantee_id: UserId }),
    reply: Type.Null(),
  }),
  observerHeldInstances: route({
    method: 'GET',
    path: '/user/observer/user/instance/list',
    tag,
    summary: 'Single instances of others for which the caller is authorised, with their owners’ names and until when',
    access: 'session',
    rate: 'read',
    reply: Type.Array(
      strict({
        instance_id: InstanceId,
        name: Type.String(),
        status: oneOf(instanceStatuses),
        owner: Type.String(),
        until: nullable(TimeMs),
        given: TimeMs,
      }),
    ),
  }),
  observerAccounts: route({
    method: 'GET',
    path: '/user/observer/user/api/list',
    tag,
    summary: 'Accounts of others for which the caller is authorised, with their owners’ names and until when',
    access: 'session',
    rate: 'read',
    reply: Type.Array(
      strict({
        api_id: ApiId,
        name: Type.String(),
        exchange: ExchangeId,
        owner: Type.String(),
        acts: Type.Array(oneOf(grantableActs)),
        until: nullable(TimeMs),
        given: TimeMs,
      }),
    ),
  }),
} as const;
