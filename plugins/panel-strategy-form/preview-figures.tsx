import { observer } from 'mobx-react-lite';
import type { StrategyTemplate } from '../../core/contract/strategies.ts';
import { useText } from '../../core/ui/index.ts';
import type { FormStore } from './form-store.ts';
import { isDrawn } from './preview-overlay.ts';
import formStyles from './strategy-form.module.css';
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

/** How many orders the params would place, and whether charts in sight show them. */
export const PreviewCount = observer(function PreviewCount({ store }: { readonly store: FormStore }) {
  const t = useText('panel-strategy-form');
  const { lines, preview } = store;
  const countOf = (side: 'BUY' | 'SELL'): number => lines.filter((line) => line.side === side).length;
  const [buys, sells] = [countOf('BUY'), countOf('SELL')];
  if (buys + sells === 0) return null;
  return (
    <output className={formStyles.hint}>
      {t(preview !== null && isDrawn(lines) ? 'preview.count' : 'preview.would', { buys, sells })}
    </output>
  );
});
