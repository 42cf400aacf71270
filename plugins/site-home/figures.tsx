import type { ReactNode } from 'react';
import type { SitePageProps } from '../../core/contract/site.ts';
import { Island } from '../../core/ui/site/island.tsx';
import styles from './figures.module.css';
import { type FiguresProps, figures } from './islands/figures.ts';
import status from './status.module.css';

interface FiguresPartProps extends Pick<SitePageProps, 't'> {
  /** Where the guide is; undefined: the site has none. */
  readonly guide?: string | undefined;
  /** What stands between the figures and the guide. */
  readonly children?: ReactNode;
}

/** What the platform has traded, as its own books tell; the island of the same name fills it. */
export function Figures({ t, guide, children }: FiguresPartProps) {
  const props: FiguresProps = { texts: { live: t('figures.live'), simulated: t('figures.simulated'), failed: t('figures.failed') } };
  return (
    <section className={styles.ground} aria-labelledby="figures">
      <Island of="figures" props={props} className={styles.figures}>
        <div className={styles.head}>
          <h2 id="figures">{t('figures.title')}</h2>
          <p className={status.status} data-part="status" aria-live="polite">
            {t('figures.waiting')}
          </p>
        </div>
        <dl className={styles.list}>
          {figures.map(({ name, inAsset }) => (
            <div key={name} className={styles.figure}>
              <dt>{t(`figures.${name}`)}</dt>
              <dd>
                <span className={styles.value} data-figure={name} />
                {inAsset && <span className={styles.asset} data-part="asset" />}
              </dd>
            </div>
          ))}
        </dl>
      </Island>
      {children}
      {guide !== undefined && (
        <p className={styles.guide}>
          {t('guide.text')} <a href={guide}>{t('guide.action')}</a>
        </p>
      )}
    </section>
  );
}
