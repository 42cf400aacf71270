import { errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { grantableActs } from '../../core/domain/accounts/account-act.ts';
import { accountPermissions } from '../../core/domain/accounts/account-permission.ts';
import { movementKinds, movementStates } from '../../core/domain/accounts/money-movement.ts';
import { productVersions } from '../../core/domain/accounts/role.ts';
import { audienceKinds } from '../../core/domain/audience.ts';
import { isMoneyAddress } from '../../core/domain/audit/audit-origin.ts';
import { listed } from '../../core/domain/joined-text.ts';
import { formatDay, formatTime, type Translate } from '../../core/ui/index.ts';
import type { KeyPermission } from '../../schemas/wire/route.ts';
import { subjectText, type TitledMarkets, titleOf } from './subject-words.ts';

/** One field that an entry says was changed, in words. */
export interface EntryChange {
  readonly field: string;
  /** Null: there was none. */
  readonly from: string | null;
  readonly to: string | null;
}

interface Words {
  readonly t: Translate;
  readonly markets: TitledMarkets;
  readonly roleName: (role: string) => string;
  readonly timeZone: string;
  /** Of a code of the error catalogue. */
  readonly errorText: (code: string) => string;
}

const originFields = ['ip', 'user_agent'];
/** Names in entries that have a name on the page: `field.<name>`. */
export const namedFields = [
  ...[
    'actor',
    'subject',
    'username',
    'role',
    'state',
    'email',
    'phone',
    'vip_level',
    'vip_until',
    'plugins',
    'people',
    'sessions',
    'name',
    'permission',
  ],
  ...[
    'addresses',
    'expires',
    'version',
    'enabled',
    'granted',
    'firm_name',
    'language',
    'signer',
    'outcome',
    'problem',
    'hash',
    'entry',
    'code',
    'halted',
    'search',
    'group',
  ],
  ...['journal_after', 'journal_to', 'order_changes', 'sha256', 'terms_version', 'api_key', 'client_order_ids'],
  ...['why', 'from_account', 'to_account', 'accounts', 'registration'],
  ...['url', 'header', 'sender', 'body', 'secret_changed', 'host', 'mail_host', 'port', 'security', 'user'],
  ...['notify', 'password_changed', 'languages', 'currency', 'second_factor', 'rebate_first', 'rebate_second'],
  ...['sandbox', 'closed_venues', 'exchanges', 'exchange', 'orders', 'open_orders', 'instances', 'asset', 'amount'],
  ...['limit', 'thrown', 'kind', 'product', 'invited_by', 'error', 'pinned', 'publish_time'],
  ...[
    'inviter',
    'invitation_id',
    'table',
    'included',
    'excluded',
    'vip_overrides',
    'locked',
    'net',
    'gross',
    'refuses',
    'measure',
    'grantee',
    'acts',
    'until',
  ],
  ...['api_id', 'account_type', 'value', 'proof', 'file', 'destination', 'label', 'network', 'address', 'release_asked', 'permissions'],
  ...['instrument', 'set_name', 'closing_id'],
  ...['texts', 'en', 'zh-CN', 'zh-TW', 'title', 'text', 'audience', 'from', 'to', 'roles', 'versions', 'usernames'],
] as const;
const keyPermissions: readonly KeyPermission[] = ['read', 'trade'];
const states = ['ACTIVE', 'DISABLED', ...movementStates] as const;
/** Keys of the texts of values, by the field that they stand in. */
const namedValues: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  state: new Map(states.map((one) => [one, `state.${one}`])),
  kind: new Map(movementKinds.map((one) => [one, `kind.${one}`])),
  'audience.kind': new Map(audienceKinds.map((one) => [one, `audience.${one}`])),
  acts: new Map(grantableActs.map((one) => [one, `acts.${one}`])),
  permission: new Map(keyPermissions.map((one) => [one, `permission.${one}`])),
  permissions: new Map(accountPermissions.map((one) => [one, `permission.${one}`])),
  product: new Map(productVersions.map((one) => [one, `product.${one}`])),
  'audience.versions': new Map(productVersions.map((one) => [one, `product.${one}`])),
};
/** Of the keys that stand in a field: the first word of the subject that they would be. */
const titled: Readonly<Record<string, string>> = { exchange: 'exchange', exchanges: 'exchange', instrument: 'market', market: 'market' };
/** Moments. */
const timed = new Set(['expires', 'from', 'to', 'until', 'publish_time']);

const recordOf = (told: unknown): Readonly<Record<string, unknown>> =>
  typeof told === 'object' && told !== null && !Array.isArray(told) ? (told as Readonly<Record<string, unknown>>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
/** No value at all and an empty one are the same to a reader: there is none. */
const isNone = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other) || (isNone(one) && isNone(other));

/** The roles that an entry speaks of: their names are asked for. */
export const rolesIn = (before: unknown, after: unknown): readonly string[] =>
  [before, after]
    .map(recordOf)
    .flatMap(({ role, audience }) => [role, recordOf(audience).roles].flat())
    .filter((role): role is string => typeof role === 'string');

/** What an entry says was different before and after, field by field; what is the same on both sides says nothing. */
export function changedFields(before: unknown, after: unknown, words: Words): readonly EntryChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const hidden = isMoneyAddress(before) || isMoneyAddress(after) ? originFields : [...originFields, 'address'];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => !hidden.includes(name) && !same(was.get(name), is.get(name)))
    .map((name) => {
      const [from, to] = differing(was.get(name), is.get(name));
      return { field: fieldText(name, words), from: valueText(name, from, words), to: valueText(name, to, words) };
    });
}

/** Of lists only what came and what went. */
function differing(from: unknown, to: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(from) || !Array.isArray(to)) return [from, to];
  const without = (list: readonly unknown[], others: readonly unknown[]) => list.filter((one) => !others.some((other) => same(one, other)));
  const [gone, come] = [without(from, to), without(to, from)];
  return [gone.length === 0 ? undefined : gone, come.length === 0 ? undefined : come];
}

/** Each value by its name, those inside others by both names; what is no object has none. */
function fieldsOf(told: unknown, prefix = ''): ReadonlyMap<string, unknown> {
  if (told === null && prefix === '') return new Map();
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return new Map([[prefix, told]]);
  return new Map(Object.entries(told).flatMap(([name, value]) => [...fieldsOf(value, prefix === '' ? name : `${prefix}.${name}`)]));
}

function fieldText(name: string, { t }: Words): string {
  if (name === '') return t('field.value');
  const parts = name.split('.');
  const isNamed = parts.every((part) => namedFields.some((one) => one === part));
  return isNamed ? parts.map((part) => t(`field.${part}`)).join(' · ') : name;
}

function valueText(name: string, value: unknown, words: Words): string | null {
  const { t, timeZone } = words;
  if (value === undefined) return null;
  if (isNone(value)) return t('none');
  if (Array.isArray(value)) return listed(value.map((one) => wordOf(name, one, words)));
  if (name === 'vip_until' && typeof value === 'number') return formatDay(value - 1, timeZone);
  if (timed.has(name) && typeof value === 'number') return formatTime(value, 0, timeZone);
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return wordOf(name, value, words);
}

/** A word of the wire in the reader's words, where it has a text. */
function wordOf(name: string, value: unknown, { t, roleName, markets, errorText }: Words): string {
  if (typeof value !== 'string') return textOf(value);
  if (name === 'role' || name === 'audience.roles') return roleName(value);
  // Accounts of somebody else that were looked at or taken along.
  if (name === 'accounts') return subjectText(value, t);
  const kind = titled[name.slice(name.lastIndexOf('.') + 1)];
  if (kind !== undefined) return titleOf(`${kind}/${value}`, markets) ?? value;
  const key = namedValues[name]?.get(value);
  if (key !== undefined) return t(key);
  return Object.hasOwn(errorCatalogue, value) ? errorText(value) : value;
}
