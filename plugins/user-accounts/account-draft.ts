import type { AccountKeyNeed } from '../../core/domain/accounts/account-key-need.ts';
import { type AccountPermission, accountPermissions, permissionFor } from '../../core/domain/accounts/account-permission.ts';
import { addressesOf, wrongAddress } from '../../core/domain/accounts/address-text.ts';
import { maxNameLength } from '../../core/domain/name.ts';
import { formatDay, startOfDay } from '../../core/ui/index.ts';
import { mostAccountAddresses } from '../../schemas/wire/exchange-account.ts';
import type { OpenExchange, OwnAccount } from './accounts-store.ts';

/** What can be typed and chosen of an account. */
export interface AccountDraft {
  readonly name: string;
  readonly exchange: string;
  readonly spot: boolean;
  readonly futures: boolean;
  /** Id of a group as a text; empty: none. */
  readonly group: string;
  /** The last day on which it trades, in the reader's time zone; empty: it has no end. */
  readonly until: string;
  /** From where its key is used, separated by commas, spaces or lines; of an exchange that wants keys. */
  readonly addresses: string;
  /** Of an exchange that wants keys; of an account that has some all empty: they stay. */
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

export type AccountField =
  | 'name'
  | 'exchange'
  | 'permissions'
  | 'group_id'
  | 'expiresMs'
  | 'api_key'
  | 'secret_key'
  | 'passphrase'
  | 'ipList';
/** Keys of texts that say what is wrong, by field. */
export type AccountProblems = {
  readonly [F in AccountField]?: 'empty' | 'long' | 'permissions' | 'until' | 'key' | 'address' | 'addresses';
};

const noKeys = { apiKey: '', secretKey: '', passphrase: '' };

export function newDraft(exchanges: readonly OpenExchange[]): AccountDraft {
  const exchange = exchanges[0]?.exchange ?? '';
  return { name: '', exchange, ...chosenAlone(exchanges, exchange), group: '', until: '', addresses: '', ...noKeys };
}

/** Whoever gives a permission says so; where there is but one, an account without it could not be opened. */
function chosenAlone(exchanges: readonly OpenExchange[], exchange: string): Pick<AccountDraft, AccountPermission> {
  const offered = exchange === '' ? [] : offeredPermissions(exchanges, exchange);
  const isAlone = (one: AccountPermission): boolean => offered.length === 1 && offered[0] === one;
  return { spot: isAlone('spot'), futures: isAlone('futures') };
}

export const draftOf = (account: OwnAccount, timeZone: string): AccountDraft => ({
  ...{ name: account.name, exchange: account.exchange },
  ...{ spot: account.permissions.includes('spot'), futures: account.permissions.includes('futures') },
  group: account.group_id === null ? '' : String(account.group_id),
  // It ends with the last moment of that day.
  until: account.expiresMs === null ? '' : formatDay(account.expiresMs - 1, timeZone),
  addresses: account.ipList.join(', '),
  ...noKeys,
});

/** The moment from which on it trades no more; null: it has no end. */
export const endMs = ({ until }: Pick<AccountDraft, 'until'>, timeZone: string): number | null =>
  until === '' ? null : startOfDay(until, timeZone, 1);

/** What its exchange wants of it, as far as it is open now. */
export const keyNeed = (exchanges: readonly OpenExchange[], exchange: string): AccountKeyNeed =>
  exchanges.find((one) => one.exchange === exchange)?.keys ?? 'none';

/** What an account there can be used for; of one that is away all, since nobody knows. */
export function offeredPermissions(exchanges: readonly OpenExchange[], exchange: string): readonly AccountPermission[] {
  const types = exchanges.find((one) => one.exchange === exchange)?.accountTypes;
  return types === undefined ? accountPermissions : accountPermissions.filter((one) => types.some((type) => permissionFor[type] === one));
}

/** At another exchange: what that one does not offer is no longer chosen, and what it alone offers is. */
export function atExchange(draft: AccountDraft, exchanges: readonly OpenExchange[], exchange: string): AccountDraft {
  const offered = offeredPermissions(exchanges, exchange);
  const alone = chosenAlone(exchanges, exchange);
  const chosen = (one: AccountPermission): boolean => alone[one] || (draft[one] && offered.includes(one));
  return { ...draft, exchange, spot: chosen('spot'), futures: chosen('futures') };
}

const typedKeys = ({ apiKey, secretKey, passphrase }: AccountDraft) =>
  ({ api_key: apiKey.trim(), secret_key: secretKey.trim(), passphrase: passphrase.trim() }) as const;

/** Null: none go with the rest. */
export function keysOf(draft: AccountDraft, need: AccountKeyNeed) {
  const { passphrase, ...pair } = typedKeys(draft);
  const isTyped = need !== 'none' && [...Object.values(pair), passphrase].some((text) => text !== '');
  return isTyped ? { ...pair, passphrase: need === 'keys' ? null : passphrase } : null;
}

/** `need`: of its exchange; `isNew`: it has no keys yet. */
export function draftProblems(
  draft: AccountDraft,
  nowMs: number,
  timeZone: string,
  need: AccountKeyNeed = 'none',
  isNew = true,
): AccountProblems {
  const name = draft.name.trim();
  const end = endMs(draft, timeZone);
  return {
    ...(name === '' ? { name: 'empty' as const } : [...name].length > maxNameLength ? { name: 'long' as const } : {}),
    ...(draft.exchange === '' && { exchange: 'empty' as const }),
    ...(!draft.spot && !draft.futures && { permissions: 'permissions' as const }),
    ...keyProblems(draft, need, isNew),
    ...addressProblems(draft, need),
    ...(draft.until !== '' && (end === null || end <= nowMs) && { expiresMs: 'until' as const }),
  };
}

/** All of them, or of an account that has some none. */
function keyProblems(draft: AccountDraft, need: AccountKeyNeed, isNew: boolean): AccountProblems {
  if (need === 'none' || (!isNew && keysOf(draft, need) === null)) return {};
  const { api_key, secret_key, passphrase } = typedKeys(draft);
  return {
    ...(api_key === '' && { api_key: 'key' as const }),
    ...(secret_key === '' && { secret_key: 'key' as const }),
    ...(need === 'keys-and-passphrase' && passphrase === '' && { passphrase: 'key' as const }),
  };
}

function addressProblems(draft: AccountDraft, need: AccountKeyNeed): AccountProblems {
  const addresses = need === 'none' ? [] : addressesOf(draft.addresses);
  if (wrongAddress(addresses) !== undefined) return { ipList: 'address' };
  return addresses.length > mostAccountAddresses ? { ipList: 'addresses' } : {};
}

/** In the words of the wire; `need`: of its exchange. */
export const termsOf = (draft: AccountDraft, timeZone: string, need: AccountKeyNeed = 'none') => ({
  ...(need === 'none' ? {} : { ipList: [...addressesOf(draft.addresses)] }),
  name: draft.name.trim(),
  permissions: [...(draft.spot ? ['spot' as const] : []), ...(draft.futures ? ['futures' as const] : [])] satisfies AccountPermission[],
  group_id: draft.group === '' ? null : Number(draft.group),
  expiresMs: endMs(draft, timeZone),
});
