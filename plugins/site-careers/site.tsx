import { defineSite } from '../../core/contract/site.ts';
import { openJobs } from '../../core/domain/forms/career-form.ts';

const jobs = openJobs.map((job) => [job, { load: async () => (await import('./job-page.tsx')).jobPage(job) }] as const);

export const site = defineSite({
  pages: {
    careers: { load: () => import('./careers-page.tsx') },
    ...Object.fromEntries(jobs),
    application: { load: () => import('./application-page.tsx') },
  },
});
