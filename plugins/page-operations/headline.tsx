import { observer } from 'mobx-react-lite';
import { listed } from '../../core/domain/joined-text.ts';
import { Icon, useText } from '../../core/ui/index.ts';
import { durationText } from './figure-text.ts';
import styles from './operations.module.css';
import type { OperationsStore } from './operations-store.ts';
import { useWords } from './words.ts';

/** In one sentence whether all is well; if not, what is most urgent and what to do. */
export const Headline = observer(function Headline({ store }: { readonly store: OperationsStore }) {
  const t = useText('page-operations');
  const words = useWords();
  if (store.isOld)
    return (
      <section className={styles.headline} data-state="down" aria-label={t('headline')} aria-live="polite">
        <Icon name="warning" size={20} />
        <div>
          <p className={styles.sentence}>{t('old.sentence', { age: durationText(store.ageMs, t) })}</p>
          <p className={styles.remedy}>{t('old.remedy')}</p>
        </div>
      </section>
    );
  const [first, ...others] = store.ill;
  if (first === undefined)
    return (
      <section className={styles.headline} data-state="ok" aria-label={t('headline')} aria-live="polite">
        <Icon name="check" size={20} />
        <div>
          <p className={styles.sentence}>{t('well.sentence')}</p>
          <p className={styles.remedy}>{t('well.detail', { count: store.checks.length })}</p>
        </div>
      </section>
    );
  const detail = first.detail === null ? t('noDetail') : words(first.detail);
  return (
    <section className={styles.headline} data-state={first.state} aria-label={t('headline')} aria-live="polite">
      <Icon name="warning" size={20} />
      <div>
        <p className={styles.sentence}>{t(`ill.${first.state === 'down' ? 'down' : 'warn'}`, { what: words(first.title), detail })}</p>
        <p className={styles.remedy}>
          {words(first.remedy)} {first.anchor !== null && <Runbook anchor={first.anchor} />}
        </p>
        {others.length > 0 && (
          <p className={styles.remedy}>
            {t('ill.more', {
              what: listed(others.map(({ title }) => words(title))),
            })}
          </p>
        )}
      </div>
    </section>
  );
});

/** Where more about it stands; it lies with the product, not on the web. */
export function Runbook({ anchor }: { readonly anchor: string }) {
  const t = useText('page-operations');
  return (
    <span className={styles.runbook}>
      {t('runbook')} <code translate="no">{t('runbook.place', { anchor })}</code>
    </span>
  );
}
