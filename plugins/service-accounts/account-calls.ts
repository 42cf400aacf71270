import type { AccountKeys } from '../../core/contract/account-keys.ts';
import { accepted, refused } from '../../core/contract/app-error.ts';
import type { AccountGroup, ExchangeAccount, ExchangeAccounts } from '../../core/contract/exchange-accounts.ts';
import { type RouteHandlers, userOf } from '../../core/contract/server-contributions.ts';
import type { AccountGroupView, exchangeAccountRoutes, OwnAccountView } from '../../schemas/wire/exchange-account.ts';
import type { BodyOf } from '../../schemas/wire/route.ts';

type AccountRoutes = Pick<
  RouteHandlers<typeof exchangeAccountRoutes>,
  | 'accountOwn'
  | 'accountSave'
  | 'accountSaveKeys'
  | 'accountSaveActive'
  | 'accountDelete'
  | 'accountGroupList'
  | 'accountGroupSave'
  | 'accountGroupDelete'
>;

/** How a person keeps his accounts at exchanges. */
export function accountCalls(accounts: ExchangeAccounts): AccountRoutes {
  const save = async (userId: string, body: BodyOf<typeof exchangeAccountRoutes.accountSave>, keys?: AccountKeys) => {
    const { api_id: apiId, name, exchange, permissions, group_id: groupId, expire_time: expiresMs, ip_list: addresses } = body;
    const terms = { name, permissions, groupId, expiresMs, ...(addresses === undefined ? {} : { addresses }) };
    if (apiId === undefined && exchange === undefined) return refused('FORM_FIELD_EMPTY', { field: 'exchange' });
    const saved =
      apiId === undefined
        ? await accounts.make(userId, { ...terms, exchange: exchange ?? '' }, keys)
        : await accounts.change(userId, apiId, terms, keys);
    return saved.ok ? accepted(view(saved.value)) : saved;
  };
  return {
    accountOwn: async (request) => {
      const userId = userOf(request);
      const exchanges = accounts
        .exchanges()
        .map(({ exchange, title, accountTypes, keys }) => ({ exchange, title, account_types: [...accountTypes], keys }));
      const last = await accounts.lastSignIn(userId);
      return accepted({
        ...{ accounts: accounts.of(userId).map(view), exchanges, groups: (await accounts.groups(userId)).map(groupView) },
        ...{ login_ip: last?.ip ?? null, login_time: last?.timeMs ?? null },
      });
    },
    accountSave: (request) => save(userOf(request), request.body),
    accountSaveKeys: (request) => {
      const { api_key: apiKey, secret_key: secretKey, passphrase, ...body } = request.body;
      return save(userOf(request), body, { apiKey, secretKey, passphrase });
    },
    accountSaveActive: async (request) => {
      const { api_id: apiId, active: isActive } = request.body;
      const saved = await accounts.change(userOf(request), apiId, { isActive });
      return saved.ok ? accepted(view(saved.value)) : saved;
    },
    accountDelete: async (request) => {
      const deleted = await accounts.delete(userOf(request), request.body.api_id);
      return deleted.ok ? accepted(null) : deleted;
    },
    accountGroupList: async (request) => accepted((await accounts.groups(userOf(request))).map(groupView)),
    accountGroupSave: async (request) => {
      const { group_id: groupId = null, name } = request.body;
      const saved = await accounts.saveGroup(userOf(request), groupId, name);
      return saved.ok ? accepted(groupView(saved.value)) : saved;
    },
    accountGroupDelete: async (request) => {
      const deleted = await accounts.deleteGroup(userOf(request), request.body.group_id);
      return deleted.ok ? accepted(null) : deleted;
    },
  };
}

const view = ({
  apiId,
  name,
  exchange,
  permissions,
  groupId,
  isActive,
  expiresMs,
  addresses,
  keyEnd,
  createdMs,
  updatedMs,
}: ExchangeAccount): OwnAccountView => ({
  ...{ api_id: apiId, name, exchange, permissions: [...permissions], group_id: groupId, active: isActive },
  ...{ ip_list: [...addresses], key_end: keyEnd },
  ...{ expire_time: expiresMs, create_time: createdMs, update_time: updatedMs },
});

const groupView = ({ groupId, name }: AccountGroup): AccountGroupView => ({ group_id: groupId, name });
