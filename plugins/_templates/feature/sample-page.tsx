import type { PageProps } from '../../../core/contract/plugin.ts';
import { PageHead, useText } from '../../../core/ui/index.ts';
import type { requires } from './requires.ts';
import styles from './sample.module.css';
import { SampleNotes } from './sample-notes.tsx';

/** The shell puts the page into its frame at the route's path. */
export function Page({ services }: PageProps<typeof requires>) {
  const t = useText('feature-sample');
  return (
    <section className={styles.page}>
      <PageHead title={t('title')} lead={t('description')} />
      <SampleNotes services={services} />
    </section>
  );
}
