import { useText } from '../../../core/ui/index.ts';
import { componentText, numberText, percentText } from '../figure-text.ts';
import { components } from '../figures/fear-greed.ts';
import type { FearGreedView } from '../routes.ts';
import styles from './component-table.module.css';

type ComponentView = FearGreedView['components'][number];

/** What the index is made of: how each part is worked out, what it is now, where that stands in its history, and how much it counts. */
export function ComponentTable({ view }: { readonly view: Pick<FearGreedView, 'components' | 'least_history'> }) {
  const t = useText('page-data');
  const waits = ({ value, history }: ComponentView): string =>
    value === null && history === 0 ? t('fng.noFigure') : t('fng.waits', { days: history, least: view.least_history });
  return (
    <section className={styles.frame} aria-label={t('fng.components')}>
      <table className={styles.table}>
        <caption>{t('fng.method', { least: view.least_history })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.component')}</th>
            <th scope="col" className={styles.number}>
              {t('column.figure')}
            </th>
            <th scope="col">{t('column.score')}</th>
            <th scope="col" className={styles.number}>
              {t('column.weight')}
            </th>
          </tr>
        </thead>
        <tbody>
          {view.components.map((component) => (
            <tr key={component.id}>
              <th scope="row">
                {t(`component.${component.id}`)}
                <span className={styles.method}>{t(`method.${component.id}`, { days: components[component.id].days })}</span>
              </th>
              <td className={styles.number}>{componentText(component.id, component.value)}</td>
              <td>
                {component.score === null ? (
                  <span className={styles.method}>{waits(component)}</span>
                ) : (
                  <span className={styles.score}>
                    <b>{numberText(component.score)}</b>
                    <meter min={0} max={100} value={component.score} aria-label={t(`component.${component.id}`)} />
                  </span>
                )}
              </td>
              <td className={styles.number}>{percentText(component.weight / 100, { decimals: 0 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
