import type { PageProps } from '../../core/contract/plugin.ts';
import { PageHead, useText } from '../../core/ui/index.ts';
import styles from './plugins-page.module.css';
import { PluginsView } from './plugins-view.tsx';
import type { requires } from './requires.ts';

/** Which plugins there are, and which role has which. A saved change reaches open clients at once. */
export function Page({ services }: PageProps<typeof requires>) {
  const t = useText('page-admin-plugins');
  return (
    <div className={styles.page}>
      <PageHead title={t('title')} lead={t('lead')} />
      <PluginsView services={services} />
    </div>
  );
}
