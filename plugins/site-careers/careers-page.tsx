import type { SitePageProps } from '../../core/contract/site.ts';
import { openJobs } from '../../core/domain/forms/career-form.ts';
import { NarrowPage } from '../../core/ui/site/narrow-page.tsx';
import styles from './careers.module.css';

/** The jobs that are open. */
export function Page({ t, href }: SitePageProps) {
  return (
    <NarrowPage kicker={t('label')} title={t('hero')} lead={t('lead')}>
      <ul className={styles.jobs}>
        {openJobs.map((job) => (
          <li key={job}>
            <a className={styles.job} href={href(`/about-career/${job}`)}>
              <h2>{t(`job.${job}.title`)}</h2>
              <p className={styles.facts}>{t('facts')}</p>
              <p className={styles.about}>{t(`job.${job}.about`)}</p>
            </a>
          </li>
        ))}
      </ul>
    </NarrowPage>
  );
}
