import type { Role } from '../../core/domain/accounts/role.ts';
import { useRoleNames, useServices, useText } from '../../core/ui/index.ts';
import type { AuditLineView } from '../../schemas/wire/audit.ts';
import { changedFields, type EntryChange, rolesIn } from './entry-changes.ts';
import type { TitledMarkets } from './subject-words.ts';

/** What an entry changed, in the reader's words. */
export function useChanges({ before, after }: Pick<AuditLineView, 'before' | 'after'>, markets: TitledMarkets): readonly EntryChange[] {
  const t = useText('page-audit');
  const tOfErrors = useText('errors');
  const { timeZone } = useServices().preferences;
  const roleName = useRoleNames(rolesIn(before, after) as readonly Role[]);
  return changedFields(before, after, { t, markets, roleName: (role) => roleName(role as Role), timeZone, errorText: tOfErrors });
}

/** One of them on one line. */
export function useChangeText(): (change: EntryChange) => string {
  const t = useText('page-audit');
  return ({ field, from, to }) => {
    if (from !== null && to !== null) return t('change.fromTo', { field, from, to });
    return from === null ? t('change.is', { field, to: to ?? '' }) : t('change.was', { field, from });
  };
}
