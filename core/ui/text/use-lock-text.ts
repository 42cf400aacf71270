import type { AccessDecision } from '../../contract/access.ts';
import { vipLevels } from '../../domain/accounts/role.ts';
import { useText } from './use-text.ts';

/** What something does, and where it is locked the level that opens it. */
export function useLockText(access: AccessDecision, label: string): string {
  const t = useText('ui');
  if (access.outcome !== 'locked') return label;
  const level = vipLevels.find((one) => one === access.minVip);
  return level === undefined ? t('lockedFor', { label }) : t('lockedForAt', { label, level });
}
