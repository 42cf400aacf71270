import type { SitePageProps } from '../../../core/contract/site.ts';
import { Island } from '../../../core/ui/site/island.tsx';
import type { SampleProps } from './islands/sample.ts';
import styles from './sample.module.css';

/** Drawn once for each language when the product is built; nothing of it runs in the browser but its island. */
export function Page({ t }: SitePageProps) {
  const props: SampleProps = { text: t('markets') };
  return (
    <section className={styles.page}>
      <h1>{t('title')}</h1>
      <p>{t('description')}</p>
      <Island of="sample" props={props}>
        {t('waiting')}
      </Island>
    </section>
  );
}
