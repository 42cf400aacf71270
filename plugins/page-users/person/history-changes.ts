import { productVersions, type Role } from '../../../core/domain/accounts/role.ts';
import { formatDay, type Translate } from '../../../core/ui/index.ts';
import type { HistoryLineView } from '../../../schemas/wire/people.ts';
import { states } from '../list/people-filter.ts';

/** One field that a line of the history says was changed, in words. */
export interface ChangedField {
  readonly field: string;
  /** Null: there was none, as of somebody who was made then. */
  readonly from: string | null;
  readonly to: string | null;
}

interface Words {
  readonly t: Translate;
  readonly roleName: (role: Role) => string;
  readonly timeZone: string;
}

/** Names in the history, and the keys of the texts that say them. */
const fieldKeys: Readonly<Record<string, string>> = {
  ...{ username: 'field.username', role: 'field.role', state: 'field.state', email: 'field.email', phone: 'field.phone' },
  ...{ vip_level: 'field.level', vip_until: 'field.until', product: 'field.product', terms_version: 'field.terms' },
  sessions: 'field.sessions',
  ...{ inviter: 'field.invitedBy', label: 'field.label', asset: 'field.asset', network: 'field.network', address: 'field.walletAddress' },
};

/** Ids of what is shown elsewhere on the page, and by what a password was reset, which its sentence says. */
const unsaid: ReadonlySet<string> = new Set(['note_id', 'session_id', 'invitation_id', 'by']);

const recordOf = (told: unknown): Readonly<Record<string, unknown>> =>
  typeof told === 'object' && told !== null && !Array.isArray(told) ? (told as Readonly<Record<string, unknown>>) : {};

/** What the server calls what was done. */
const actions = [
  ...['created', 'registered', 'changed', 'password', 'sessions-ended', 'noted', 'second-factor-on', 'second-factor-off'],
  ...['passkey-added', 'passkey-removed', 'passkey-copied', 'data-exported', 'leaving', 'kept', 'erased', 'recovery-codes'],
];
/** Those of other names, with the keys of their texts. */
const others: Readonly<Record<string, string>> = {
  'invitation.accepted': 'action.accepted',
  'address.added': 'action.address-added',
  'address.removed': 'action.address-removed',
};

/** The key of the text that says what was done with the person of this user name; null: it has none. */
export function actionKey({ action, actor, after }: Pick<HistoryLineView, 'action' | 'actor' | 'after'>, username: string): string | null {
  if (action === 'person.password' && actor === username) return `action.password-${recordOf(after).by === 'code' ? 'code' : 'own'}`;
  const known = actions.find((one) => action === `person.${one}`);
  return known === undefined ? (others[action] ?? null) : `action.${known}`;
}

/** The roles that a line of the history speaks of: their names are asked for. */
export const rolesIn = (before: unknown, after: unknown): readonly Role[] =>
  [recordOf(before).role, recordOf(after).role].filter((role): role is Role => typeof role === 'string');

/** What a line says was different before and after; what is the same on both sides says nothing. */
export function changedFields(before: unknown, after: unknown, words: Words): readonly ChangedField[] {
  const [was, is] = [recordOf(before), recordOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => !unsaid.has(name) && JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({
      field: Object.hasOwn(fieldKeys, name) ? words.t(fieldKeys[name] ?? '') : name,
      from: valueText(name, was[name], words),
      to: valueText(name, is[name], words),
    }));
}

function valueText(name: string, value: unknown, { t, roleName, timeZone }: Words): string | null {
  if (value === undefined) return null;
  if (value === null) return name === 'vip_until' ? t('never.ends') : t('none');
  if (name === 'role' && typeof value === 'string') return roleName(value as Role);
  if (name === 'vip_level' && typeof value === 'number') return t('level', { level: value });
  if (name === 'vip_until' && typeof value === 'number') return formatDay(value - 1, timeZone);
  if (name === 'product') return productVersions.some((one) => one === value) ? t(`product.${String(value)}`) : String(value);
  if (name === 'state') return states.some((one) => one === value) ? t(`state.${String(value)}`) : String(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
