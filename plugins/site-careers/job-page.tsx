import { originPlaceholder, type SitePageModule, type SitePageProps } from '../../core/contract/site.ts';
import type { openJobs } from '../../core/domain/forms/career-form.ts';
import { NarrowPage } from '../../core/ui/site/narrow-page.tsx';
import { Action } from '../../core/ui/site/page.tsx';
import styles from './careers.module.css';

type Job = (typeof openJobs)[number];

/** Since when each can be read here. */
const posted: Readonly<Record<Job, string>> = { 'quantitative-researcher': '2026-11-27', engineer: '2026-11-27', trader: '2026-11-27' };
const parts = ['duty', 'need'] as const;
const lines = [1, 2, 3, 4] as const;

/** The page of one job. */
export const jobPage = (job: Job): SitePageModule => ({
  Page: (props) => <JobPage job={job} {...props} />,
  structured: (props) => [postingOf(job, props)],
});

function JobPage({ job, t, href }: SitePageProps & { readonly job: Job }) {
  return (
    <NarrowPage kicker={t('facts')} title={t(`job.${job}.title`)} lead={t(`job.${job}.about`)}>
      {parts.map((part) => (
        <section key={part} className={styles.part}>
          <h2>{t(`part.${part}`)}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line}>{t(`job.${job}.${part}.${line}`)}</li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.ways}>
        <Action href={href(`/about-career/application?job=${job}`)} text={t('apply')} />
        <a className={styles.back} href={href('/about-career')}>
          {t('all')}
        </a>
      </p>
    </NarrowPage>
  );
}

/** The job in the words of schema.org, as search engines list jobs by. */
const postingOf = (job: Job, { t }: SitePageProps): object => ({
  '@type': 'JobPosting',
  ...{ title: t(`job.${job}.title`), datePosted: posted[job] },
  description: [
    t(`job.${job}.about`),
    ...parts.flatMap((part) => [t(`part.${part}`), ...lines.map((line) => t(`job.${job}.${part}.${line}`))]),
  ]
    .map((text) => `<p>${text}</p>`)
    .join(''),
  ...{ employmentType: 'FULL_TIME', directApply: true },
  hiringOrganization: { '@id': `${originPlaceholder}/#organization` },
  jobLocation: {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality: t('place'), addressCountry: 'HK' },
  },
});
