import type { AccountPermission } from '../../core/domain/accounts/account-permission.ts';
import { maxNameLength } from '../../core/domain/name.ts';
import { formatDay, startOfDay } from '../../core/ui/index.ts';
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
}

export type AccountField = 'name' | 'exchange' | 'permissions' | 'group_id' | 'expiresMs';
/** Keys of texts that say what is wrong, by field. */
export type AccountProblems = { readonly [F in AccountField]?: 'empty' | 'long' | 'permissions' | 'until' };

export const newDraft = (exchanges: readonly OpenExchange[]): AccountDraft => ({
  ...{ name: '', exchange: exchanges[0]?.exchange ?? '', spot: true, futures: true },
  ...{ group: '', until: '' },
});

export const draftOf = (account: OwnAccount, timeZone: string): AccountDraft => ({
  ...{ name: account.name, exchange: account.exchange },
  ...{ spot: account.permissions.includes('spot'), futures: account.permissions.includes('futures') },
  group: account.group_id === null ? '' : String(account.group_id),
  // It ends with the last moment of that day.
  until: account.expiresMs === null ? '' : formatDay(account.expiresMs - 1, timeZone),
});

/** The moment from which on it trades no more; null: it has no end. */
export const endMs = ({ until }: Pick<AccountDraft, 'until'>, timeZone: string): number | null =>
  until === '' ? null : startOfDay(until, timeZone, 1);

export function draftProblems(draft: AccountDraft, nowMs: number, timeZone: string): AccountProblems {
  const name = draft.name.trim();
  const end = endMs(draft, timeZone);
  return {
    ...(name === '' ? { name: 'empty' as const } : [...name].length > maxNameLength ? { name: 'long' as const } : {}),
    ...(draft.exchange === '' && { exchange: 'empty' as const }),
    ...(!draft.spot && !draft.futures && { permissions: 'permissions' as const }),
    ...(draft.until !== '' && (end === null || end <= nowMs) && { expiresMs: 'until' as const }),
  };
}

/** In the words of the wire. */
export const termsOf = (draft: AccountDraft, timeZone: string) => ({
  name: draft.name.trim(),
  permissions: [...(draft.spot ? ['spot' as const] : []), ...(draft.futures ? ['futures' as const] : [])] satisfies AccountPermission[],
  group_id: draft.group === '' ? null : Number(draft.group),
  expiresMs: endMs(draft, timeZone),
});
