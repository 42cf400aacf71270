import type { TFunction } from 'i18next';
import { lockedForAll } from '../../core/kernel/index.ts';

/** Why something is locked: a VIP level that is too low, or an administrator, whatever the level. */
export const lockedText = (t: TFunction<'app'>, minVip: number): string =>
  minVip >= lockedForAll ? t('placeholder.lockedForAll') : t('placeholder.locked', { level: minVip });
