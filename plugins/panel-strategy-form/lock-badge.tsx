import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { vipLevels } from '../../core/domain/accounts/role.ts';
import { Icon, useText } from '../../core/ui/index.ts';
import styles from './strategy-form.module.css';

/** `Locked · VIP 1`; nothing for what is open. */
export function LockBadge({ template }: { readonly template: Pick<StrategyTemplate, 'locked' | 'minVip'> }) {
  const t = useText('panel-strategy-form');
  if (!template.locked) return null;
  const level = vipLevels.find((one) => one === template.minVip);
  return (
    <span className={styles.lock}>
      <Icon name="lock" size={12} />
      {level === undefined ? t('locked') : t('lockedAt', { level })}
    </span>
  );
}
