import type { StrategyTemplate } from '../../../core/contract/strategies.ts';
import { vipLevels } from '../../../core/domain/accounts/role.ts';

type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Why a strategy cannot be run: it needs a level, or an administrator locked it whatever the level; null for what is open. */
export function lockedText({ locked, minVip }: Pick<StrategyTemplate, 'locked' | 'minVip'>, t: Say): string | null {
  if (!locked) return null;
  const vip = vipLevels.find((level) => level === minVip);
  return vip === undefined ? t('lockedForAll') : t('locked', { vip });
}
