import type { SitePageProps } from '../../core/contract/site.ts';
import { Icon, type IconName } from '../../core/ui/icon.tsx';
import { Island } from '../../core/ui/site/island.tsx';
import styles from './composition.module.css';
import { BacktestBody, BookBody, ChartBody, StrategyBody, TicketBody } from './panel-bodies.tsx';

const parts = [
  { name: 'chart', icon: 'chart', Body: ChartBody },
  { name: 'book', icon: 'depth', Body: BookBody },
  { name: 'ticket', icon: 'ticket', Body: TicketBody },
  { name: 'strategy', icon: 'robot', Body: StrategyBody },
  { name: 'backtest', icon: 'data', Body: BacktestBody },
] as const satisfies readonly { readonly name: string; readonly icon: IconName; readonly Body: () => React.ReactNode }[];

/** Steps at one side, and the workspace that gains a panel with each at the other. */
export function Composition({ t }: Pick<SitePageProps, 't'>) {
  return (
    <Island of="composition" className={styles.story}>
      <div className={styles.place}>
        <div className={styles.stage} role="img" aria-label={t('steps.picture')}>
          <div className={styles.bar}>
            <i className={styles.tab} />
            <i className={styles.tab} />
            <i className={styles.tab} />
          </div>
          {parts.map(({ name, icon, Body }) => (
            <div key={name} className={`${styles.slot} ${styles[name]}`}>
              <div className={styles.panel} data-panel={name}>
                <div className={styles.head}>
                  <Icon name={icon} />
                  {t(`steps.${name}.panel`)}
                </div>
                <Body />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className={styles.steps}>
        {parts.map(({ name }) => (
          <section key={name} className={`${styles.step} ${styles[name]}`} data-step={name}>
            <h2>{t(`steps.${name}.title`)}</h2>
            <p>{t(`steps.${name}.text`)}</p>
          </section>
        ))}
      </div>
    </Island>
  );
}
