import { lockedForAll } from '../../core/kernel/index.ts';
import type { Translate } from '../../core/ui/text/use-text.ts';

/** Why something is locked: a VIP level that is too low, or an administrator, whatever the level. */
export const lockedText = (t: Translate, minVip: number): string =>
  minVip >= lockedForAll ? t('placeholder.lockedForAll') : t('placeholder.locked', { level: minVip });
