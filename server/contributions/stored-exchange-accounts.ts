import type { AccountKeyPort, AccountKeys } from '../../core/contract/account-keys.ts';
import { type AppError, accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type * as contract from '../../core/contract/exchange-accounts.ts';
import type { Sql } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import { accountPermissions } from '../../core/domain/accounts/account-permission.ts';
import { openMovementStates } from '../../core/domain/accounts/money-movement.ts';
import { tidyText } from '../../core/domain/forms/form-rules.ts';
import { maxNameLength } from '../../core/domain/name.ts';
import { compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { isAddressOrRange } from '../session/address-list.ts';
import type { ApiAccountRecord, NewApiAccount } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import type { TradingRoom } from '../trading/open-trading-room.ts';

interface StoredAccountsParts {
  readonly store: Pick<Store, 'apiAccounts' | 'loginLog' | 'transaction'>;
  readonly room: Pick<TradingRoom, 'access' | 'accounts' | 'venues'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** An account stays in its exchange's journal for ever, a deleted one too. */
const mostAccounts = 100;
const mostGroups = 50;

type Deed = 'account.created' | 'account.keys-changed' | 'account.changed' | 'account.deleted';

/** Accounts at exchanges as plugins keep them: the database first, then what the order path has in memory. */
export class StoredExchangeAccounts implements contract.ExchangeAccounts {
  readonly #parts: StoredAccountsParts;

  constructor(parts: StoredAccountsParts) {
    this.#parts = parts;
  }

  exchanges(): readonly contract.AccountExchange[] {
    const open = this.#parts.room.venues
      .venues()
      .filter(
        ({ capabilities: { trading }, durability, accountKeys }) => trading && (durability === 'journal' || accountKeys !== undefined),
      );
    return open.map(({ exchange, title, capabilities, accountKeys }) => ({
      ...{ exchange, title, accountTypes: capabilities.accountTypes },
      keys: accountKeys === undefined ? 'none' : accountKeys.passphrase ? 'keys-and-passphrase' : 'keys',
    }));
  }

  of(userId: string): readonly contract.ExchangeAccount[] {
    return this.#parts.room.access.ownAccounts(userId).map(accountOf);
  }

  async lastSignIn(userId: string): Promise<contract.SignInTrace | null> {
    const last = await this.#parts.store.loginLog.last(userId);
    return last === null ? null : { ip: last.ip, timeMs: last.timeMs };
  }

  get(apiId: ApiId): contract.ExchangeAccount | null {
    const record = this.#parts.room.accounts.get(apiId);
    return record === null ? null : accountOf(record);
  }

  async make(userId: string, terms: contract.AccountTerms, typed?: AccountKeys): Promise<Outcome<contract.ExchangeAccount>> {
    const { exchange, groupId, expiresMs } = terms;
    if (!this.exchanges().some((one) => one.exchange === exchange)) return refused('ACCOUNT_EXCHANGE', { field: 'exchange', exchange });
    const tidy = { ...terms, name: tidyText(terms.name) };
    const nowMs = this.#parts.clock.nowMs();
    const permissions = accountPermissions.filter((one) => terms.permissions.includes(one));
    const account: NewApiAccount = {
      userId,
      name: tidy.name,
      exchange,
      permissions,
      groupId,
      expiresMs,
      state: 'ACTIVE',
      createdMs: nowMs,
      addresses: terms.addresses ?? [],
    };
    const newProblem = async (repositories: Pick<Repositories, 'apiAccounts'>): Promise<AppError | null> =>
      (await repositories.apiAccounts.countOf(userId)) >= mostAccounts
        ? refused('ACCOUNT_TOO_MANY', { limit: mostAccounts }).error
        : this.#problem(repositories, userId, null, tidy, exchange);
    // The exchange is asked last: what is wrong here it need not hear of.
    const wrong = await newProblem(this.#parts.store);
    if (wrong !== null) return denied(wrong);
    const keys = await this.#checkedKeys(exchange, typed, true);
    if (!keys.ok) return keys;
    const made = await this.#parts.store.transaction(async (repositories): Promise<Outcome<ApiAccountRecord>> => {
      await repositories.users.hold(userId);
      const problem = await newProblem(repositories);
      if (problem !== null) return denied(problem);
      const record = await repositories.apiAccounts.create({ ...account, keyEnd: keys.value?.end ?? null });
      await keys.value?.keep(record.apiId, repositories.sql);
      await this.#note(repositories, 'account.created', record, null, facts(record));
      return accepted(record);
    });
    if (!made.ok) return made;
    await this.#parts.room.accounts.take(made.value);
    return accepted(accountOf(made.value));
  }

  async change(
    userId: string,
    apiId: ApiId,
    changes: contract.AccountChanges,
    typed?: AccountKeys,
  ): Promise<Outcome<contract.ExchangeAccount>> {
    const known = this.get(apiId);
    if (known === null || known.userId !== userId) return refused('ACCESS_ACCOUNT', { apiId });
    const keys = await this.#checkedKeys(known.exchange, typed, false);
    if (!keys.ok) return keys;
    const keyEnd = keys.value === null ? {} : { keyEnd: keys.value.end };
    const { isActive, ...same } = changes;
    const tidy = {
      ...same,
      ...(changes.name === undefined ? {} : { name: tidyText(changes.name) }),
      ...(isActive === undefined ? {} : { state: isActive ? ('ACTIVE' as const) : ('INACTIVE' as const) }),
    };
    const changed = await this.#parts.store.transaction(async (repositories): Promise<Outcome<ApiAccountRecord>> => {
      await repositories.users.hold(userId);
      const before = await ownAccount(repositories, userId, apiId);
      if (before === null) return refused('ACCESS_ACCOUNT', { apiId });
      const problem = await this.#problem(repositories, userId, before, tidy);
      if (problem !== null) return denied(problem);
      const record = await repositories.apiAccounts.update(userId, apiId, { ...tidy, ...keyEnd }, this.#parts.clock.nowMs());
      if (record === null) return refused('ACCESS_ACCOUNT', { apiId });
      const [from, to] = differences(facts(before), facts(record));
      if (Object.keys(to).length > 0) await this.#note(repositories, 'account.changed', record, from, to);
      await keys.value?.keep(apiId, repositories.sql);
      if (keys.value !== null) await this.#note(repositories, 'account.keys-changed', record, null, null);
      return accepted(record);
    });
    if (!changed.ok) return changed;
    await this.#parts.room.accounts.take(changed.value);
    return accepted(accountOf(changed.value));
  }

  async delete(userId: string, apiId: ApiId): Promise<Outcome<void>> {
    const known = this.#parts.room.accounts.get(apiId);
    if (known === null || known.userId !== userId) return refused('ACCESS_ACCOUNT', { apiId });
    // While it is looked at nobody finds it, so nothing new comes into it; what was on its way to it by then may still arrive.
    const giveBack = this.#parts.room.accounts.withhold(known);
    try {
      const problem = this.#parts.room.accounts.isMoving(apiId) ? movingProblem(apiId) : this.#emptyProblem(known);
      if (problem !== null) return denied(problem);
      const isMoving = await this.#parts.store.transaction(async (repositories) => {
        await repositories.users.hold(userId);
        if ((await repositories.money.page({ apiId, states: openMovementStates }, { limit: 1 })).length > 0) return true;
        const record = await repositories.apiAccounts.update(
          userId,
          apiId,
          { state: 'DELETED', groupId: null, addresses: [], keyEnd: null },
          this.#parts.clock.nowMs(),
        );
        if (record !== null) await this.#note(repositories, 'account.deleted', record, facts(known), null);
        return false;
      });
      if (isMoving) return denied(movingProblem(apiId));
      await this.#parts.room.venues.venue(known.exchange)?.accountKeys?.forget(apiId);
    } finally {
      // As the database has it by now, whatever was thrown.
      await giveBack();
    }
    return accepted(undefined);
  }

  /** Null: there are none to keep. `needed`: it has none yet. */
  async #checkedKeys(exchange: string, typed: AccountKeys | undefined, needed: boolean): Promise<Outcome<CheckedKeys | null>> {
    const venue = this.#parts.room.venues.venue(exchange);
    if (typed !== undefined && venue === null) return refused('VENUE_UNAVAILABLE', { exchange });
    const port = venue?.accountKeys;
    if (typed === undefined) return port !== undefined && needed ? refused('FORM_FIELD_EMPTY', { field: 'api_key' }) : accepted(null);
    if (port === undefined) return refused('ACCOUNT_KEYS_NEEDLESS', { exchange });
    const keys = tidyKeys(typed, port);
    const problem = keysProblem(keys, port);
    if (problem !== null) return denied(problem);
    const checked = await port.check(keys);
    if (checked.ok) return accepted({ end: endOf(keys.apiKey), keep: (apiId: ApiId, within: Sql) => port.keep(apiId, keys, within) });
    return checked.error.code === 'ACCOUNT_KEYS_WRONG' ? refused('ACCOUNT_KEYS_WRONG', { field: 'api_key' }) : checked;
  }

  /** Why it cannot be deleted as it stands at its exchange. */
  #emptyProblem({ apiId, exchange }: ApiAccountRecord): AppError | null {
    const venue = this.#parts.room.venues.venue(exchange);
    if (venue === null) return refused('VENUE_UNAVAILABLE', { exchange }).error;
    const isEmpty = venue
      .accounts(apiId)
      .every((key) => venue.openOrders(key).length === 0 && venue.balances(key).every(({ total }) => compareDecimals(total, '0') === 0));
    return isEmpty ? null : refused('ACCOUNT_NOT_EMPTY', { apiId }).error;
  }

  async groups(userId: string): Promise<readonly contract.AccountGroup[]> {
    return (await this.#parts.store.apiAccounts.groups(userId)).map(({ id, name }) => ({ groupId: id, name }));
  }

  async saveGroup(userId: string, groupId: number | null, typed: string): Promise<Outcome<contract.AccountGroup>> {
    const name = tidyText(typed);
    const problem = nameProblem(name);
    if (problem !== null) return denied(problem);
    return this.#parts.store.transaction(async ({ users, apiAccounts }): Promise<Outcome<contract.AccountGroup>> => {
      await users.hold(userId);
      if (groupId !== null)
        return (await apiAccounts.renameGroup(userId, groupId, name))
          ? accepted({ groupId, name })
          : refused('ACCOUNT_GROUP_UNKNOWN', groupField);
      if ((await apiAccounts.groups(userId)).length >= mostGroups) return refused('ACCOUNT_GROUP_TOO_MANY', { limit: mostGroups });
      const made = await apiAccounts.createGroup({ userId, name, createdMs: this.#parts.clock.nowMs() });
      return accepted({ groupId: made.id, name });
    });
  }

  async deleteGroup(userId: string, groupId: number): Promise<Outcome<void>> {
    const left = await this.#parts.store.transaction(async ({ users, apiAccounts }) => {
      await users.hold(userId);
      return (await apiAccounts.deleteGroup(userId, groupId)) ? apiAccounts.listOf([userId]) : null;
    });
    if (left === null) return refused('ACCOUNT_GROUP_UNKNOWN', groupField);
    // All at once, before anybody else is heard of: what is changed after this is newer.
    await Promise.all(left.map((record) => this.#parts.room.accounts.take(record)));
    return accepted(undefined);
  }

  async #problem(
    { apiAccounts }: Pick<Repositories, 'apiAccounts'>,
    userId: string,
    before: ApiAccountRecord | null,
    { name, permissions, groupId, expiresMs, addresses = [] }: contract.AccountChanges,
    exchange = before?.exchange ?? '',
  ): Promise<AppError | null> {
    if (name !== undefined) {
      const problem = nameProblem(name);
      if (problem !== null) return problem;
      const own = await apiAccounts.listOf([userId]);
      const isTaken = own.some((one) => one.apiId !== before?.apiId && one.name.toLowerCase() === name.toLowerCase());
      if (isTaken) return refused('ACCOUNT_NAME_TAKEN', { field: 'name' }).error;
    }
    if (permissions?.length === 0) return refused('ACCOUNT_NO_PERMISSION', { field: 'permissions' }).error;
    const barred = this.#addressProblem(addresses, exchange);
    if (barred !== null) return barred;
    const isPast = expiresMs != null && expiresMs !== before?.expiresMs && expiresMs <= this.#parts.clock.nowMs();
    if (isPast) return refused('ACCOUNT_EXPIRY_PAST', { field: 'expire_time' }).error;
    if (groupId == null) return null;
    const isKnown = (await apiAccounts.groups(userId)).some(({ id }) => id === groupId);
    return isKnown ? null : refused('ACCOUNT_GROUP_UNKNOWN', groupField).error;
  }

  #addressProblem(addresses: readonly string[], exchange: string): AppError | null {
    if (addresses.length === 0) return null;
    const venue = this.#parts.room.venues.venue(exchange);
    if (venue === null) return refused('VENUE_UNAVAILABLE', { exchange }).error;
    if (venue.accountKeys === undefined)
      return refused('REQUEST_INVALID', { field: 'ip_list', rule: 'empty at an exchange that wants no keys' }).error;
    const wrong = addresses.findIndex((text) => !isAddressOrRange(text));
    if (wrong < 0) return null;
    return refused('REQUEST_INVALID', { field: `ip_list.${wrong}`, rule: 'must be an IP address, or a range such as 203.0.113.0/24' })
      .error;
  }

  async #note(
    { audit }: Pick<Repositories, 'audit'>,
    action: Deed,
    { userId, apiId }: ApiAccountRecord,
    before: Facts | null,
    after: Facts | null,
  ): Promise<void> {
    const timeMs = this.#parts.clock.nowMs();
    await audit.append({ timeMs, actor: userId, action, subject: `account/${apiId}`, reason: null, before, after });
  }
}

interface CheckedKeys {
  readonly end: string | null;
  /** They lie with the venue once the transaction ends. */
  readonly keep: (apiId: ApiId, within: Sql) => Promise<void>;
}

/** As they were copied, often with white space around them. */
const tidyKeys = ({ apiKey, secretKey, passphrase }: AccountKeys, port: AccountKeyPort): AccountKeys => ({
  ...{ apiKey: apiKey.trim(), secretKey: secretKey.trim() },
  passphrase: port.passphrase ? (passphrase?.trim() ?? '') : null,
});

/** By which its owner knows a key again; of a short one that would be too much of it. */
const endOf = (apiKey: string): string | null => (apiKey.length < 12 ? null : apiKey.slice(-4));

/** No exchange has shorter ones. */
const shortestKey = 8;

function keysProblem({ apiKey, secretKey, passphrase }: AccountKeys, port: AccountKeyPort): AppError | null {
  for (const [field, text] of [
    ['api_key', apiKey],
    ['secret_key', secretKey],
    ...(port.passphrase ? [['passphrase', passphrase ?? ''] as const] : []),
  ] as const) {
    if (text === '') return refused('FORM_FIELD_EMPTY', { field }).error;
    if (field !== 'passphrase' && text.length < shortestKey) return refused('ACCOUNT_KEYS_WRONG', { field }).error;
  }
  return null;
}

const movingProblem = (apiId: ApiId): AppError => refused('ACCOUNT_MONEY_MOVING', { apiId }).error;

const groupField = { field: 'group_id' } as const;

function nameProblem(name: string): AppError | null {
  if (name === '') return refused('FORM_FIELD_EMPTY', { field: 'name' }).error;
  return [...name].length > maxNameLength ? refused('FORM_TEXT_TOO_LONG', { field: 'name', limit: maxNameLength }).error : null;
}

async function ownAccount(
  { apiAccounts }: Pick<Repositories, 'apiAccounts'>,
  userId: string,
  apiId: ApiId,
): Promise<ApiAccountRecord | null> {
  const record = await apiAccounts.get(apiId);
  return record === null || record.userId !== userId || record.state === 'DELETED' ? null : record;
}

type Facts = Readonly<Record<string, string | number | null | string[]>>;
/** By the names of the wire. */
const facts = ({ name, exchange, permissions, groupId, state, expiresMs, addresses }: ApiAccountRecord): Facts => ({
  ...{ name, exchange, permissions: [...permissions], state },
  ...(addresses.length > 0 && { ip_list: [...addresses] }),
  ...{ group_id: groupId, expire_time: expiresMs },
});

function differences(before: Facts, after: Facts): readonly [Facts, Facts] {
  // One that is there only before has been emptied.
  const names = Object.keys({ ...before, ...after }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (all: Facts): Facts => Object.fromEntries(names.map((name) => [name, all[name] ?? null]));
  return [only(before), only(after)];
}

const accountOf = ({ state, permissions, ...record }: ApiAccountRecord): contract.ExchangeAccount => ({
  ...record,
  permissions: accountPermissions.filter((one) => permissions.includes(one)),
  isActive: state === 'ACTIVE',
});
