import { formatDay, formatTime, type Translate } from '../../core/ui/index.ts';

/** One field that an entry says was changed, in words. */
export interface EntryChange {
  readonly field: string;
  /** Null: there was none. */
  readonly from: string | null;
  readonly to: string | null;
}

interface Words {
  readonly t: Translate;
  readonly roleName: (role: string) => string;
  readonly timeZone: string;
}

/** Where somebody was; shown as the origin of the entry. */
export interface Origin {
  readonly address: string | null;
  readonly device: string | null;
}

const originFields = ['ip', 'address', 'user_agent'];
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
  ...['inviter', 'invitation_id', 'table'],
] as const;
/** Moments. */
const timed = new Set(['expires', 'from', 'to']);

const recordOf = (told: unknown): Readonly<Record<string, unknown>> =>
  typeof told === 'object' && told !== null && !Array.isArray(told) ? (told as Readonly<Record<string, unknown>>) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
/** No value at all and an empty one are the same to a reader: there is none. */
const isNone = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other) || (isNone(one) && isNone(other));

/** The roles that an entry speaks of: their names are asked for. */
export const rolesIn = (before: unknown, after: unknown): readonly string[] =>
  [recordOf(before).role, recordOf(after).role].filter((role): role is string => typeof role === 'string');

export function originOf(after: unknown): Origin {
  const { ip, address, user_agent: device } = recordOf(after);
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { address: text(ip) ?? text(address), device: text(device) };
}

/** What an entry says was different before and after, field by field; what is the same on both sides says nothing. */
export function changedFields(before: unknown, after: unknown, words: Words): readonly EntryChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => !originFields.includes(name) && !same(was.get(name), is.get(name)))
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

const fieldText = (name: string, { t }: Words): string =>
  name === '' ? t('field.value') : namedFields.some((one) => one === name) ? t(`field.${name}`) : name;

function valueText(name: string, value: unknown, words: Words): string | null {
  const { t, roleName, timeZone } = words;
  if (value === undefined) return null;
  if (isNone(value)) return t('none');
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (name === 'role' && typeof value === 'string') return roleName(value);
  if (name === 'vip_until' && typeof value === 'number') return formatDay(value - 1, timeZone);
  if (timed.has(name) && typeof value === 'number') return formatTime(value, 0, timeZone);
  if (name === 'state' && (value === 'ACTIVE' || value === 'DISABLED')) return t(`state.${value}`);
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return textOf(value);
}
