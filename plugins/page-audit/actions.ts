import { auditDeeds } from '../../core/domain/audit/audit-deeds.ts';
import type { Translate } from '../../core/ui/index.ts';
import type { AuditLineView } from '../../schemas/wire/audit.ts';

const known = Object.values(auditDeeds).flat();

export type Deed = Pick<AuditLineView, 'action' | 'actor_id' | 'subject_id'>;

/** Null: it has no sentence, and is shown by its word. */
export function sentenceOf({ action, actor_id, subject_id }: Deed, t: Translate): string | null {
  if (action === 'person.password' && actor_id !== null && actor_id === subject_id) return t('own.password');
  return known.some((one) => one === action) ? t(`action.${action}`) : null;
}
