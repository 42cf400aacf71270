import { auditDeeds } from '../../core/domain/audit/audit-deeds.ts';
import type { Translate } from '../../core/ui/index.ts';

const known = Object.values(auditDeeds).flat();

/** Null: it has no sentence, and is shown by its word. */
export const sentenceOf = (action: string, t: Translate): string | null =>
  known.some((one) => one === action) ? t(`action.${action}`) : null;
