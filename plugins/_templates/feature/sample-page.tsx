import type { PageProps } from '../../../core/contract/plugin.ts';
import { useText } from '../../../core/ui/index.ts';
import type { requires } from './requires.ts';
import { SampleNotes } from './sample-notes.tsx';

/** The shell puts the page into its frame at the route's path. */
export function Page({ services }: PageProps<typeof requires>) {
  const t = useText('feature-sample');
  return (
    <section>
      <h1>{t('title')}</h1>
      <SampleNotes services={services} />
    </section>
  );
}
