import { observer } from 'mobx-react-lite';
import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { Icon, iconNamed, splitKey, useText } from '../../core/ui/index.ts';
import { LockBadge } from './lock-badge.tsx';
import styles from './strategy-form.module.css';

interface StrategyListProps {
  readonly templates: readonly StrategyTemplate[];
  readonly onChoose: (strategy: string) => void;
}

/** Strategies to choose from; locked ones open too, to be looked at. */
export const StrategyList = observer(function StrategyList({ templates, onChoose }: StrategyListProps) {
  const t = useText('panel-strategy-form');
  return (
    <ul className={styles.list} aria-label={t('list')}>
      {templates.map((template) => (
        <li key={template.strategy}>
          <button type="button" className={styles.strategy} onClick={() => onChoose(template.strategy)}>
            <Icon name={iconNamed(template.icon)} size={18} />
            <StrategyWords template={template} />
            <LockBadge template={template} />
          </button>
        </li>
      ))}
    </ul>
  );
});

function StrategyWords({ template }: { readonly template: StrategyTemplate }) {
  const t = useText(template.plugin);
  return (
    <span className={styles.words}>
      <strong>{t(splitKey(template.title).key)}</strong>
      <span>{template.description === '' ? '' : t(splitKey(template.description).key)}</span>
    </span>
  );
}
