import { observer } from 'mobx-react-lite';
import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { useText } from '../../core/ui/index.ts';
import type { FormStore } from './form-store.ts';
import styles from './suggestion-list.module.css';

/** What follows from the params as they stand; while something is missing, from those that were complete last. */
export const PreviewFigures = observer(function PreviewFigures({
  store,
  template,
}: {
  readonly store: FormStore;
  readonly template: StrategyTemplate;
}) {
  const t = useText('panel-strategy-form');
  const words = useText(template.plugin);
  if (store.figures.length === 0) return null;
  return (
    <dl className={styles.figures} aria-label={t('figures')} data-old={store.isComplete ? undefined : true}>
      {store.figures.map(({ title, key, params, warns }) => (
        <div key={title} className={styles.figure}>
          <dt>{words(title)}</dt>
          <dd data-warns={warns ? true : undefined}>{words(key, params)}</dd>
        </div>
      ))}
    </dl>
  );
});
