import type { SitePageProps } from '../../core/contract/site.ts';
import { Island } from '../../core/ui/site/island.tsx';
import styles from './announcements.module.css';

/** What the house has published, in a line that opens. Its place is kept whether there is any or not, so that nothing moves when it comes. */
export function Announcements({ t }: Pick<SitePageProps, 't'>) {
  return (
    <Island of="announcements" className={styles.announcements}>
      <details className={styles.all} hidden>
        <summary className={styles.line}>
          <span className={styles.label}>{t('announcements.title')}</span>
          <span className={styles.latest} data-part="latest" />
        </summary>
        <ul className={styles.list} data-part="list" />
      </details>
      <template>
        <li>
          <h3 data-part="title">{t('announcements.title')}</h3>
          <p className={styles.about}>
            <time data-part="time" /> <span data-part="pinned">· {t('announcements.pinned')}</span>{' '}
            <span data-part="english">· {t('announcements.english')}</span>
          </p>
          <p className={styles.text} data-part="text" />
        </li>
      </template>
    </Island>
  );
}
