import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { useServices } from '../../core/ui/index.ts';
import { AccessMatrix } from './access-matrix.tsx';
import { PackagesPart } from './packages-part.tsx';
import { PackagesStore } from './packages-store.ts';
import styles from './plugins-page.module.css';
import { PluginsStore } from './plugins-store.ts';
import type { requires } from './requires.ts';
import { SetEditor } from './set-editor.tsx';

/** Every plugin and what each role has of it, packages, and one role's set. */
export const PluginsView = observer(function PluginsView({ services }: Pick<PageProps<typeof requires>, 'services'>) {
  const { timers } = useServices();
  const { api, notices, texts } = services;
  const [store] = useState(() => new PluginsStore(api, notices, timers));
  const [packages] = useState(() => new PackagesStore(api, notices, () => void store.loadPlugins()));
  useEffect(() => {
    void store.load();
    return () => store.dispose();
  }, [store]);
  useEffect(() => void packages.load(), [packages]);
  return (
    <div className={styles.view}>
      <div className={styles.columns}>
        <div className={styles.lists}>
          <div className={styles.table}>
            <AccessMatrix store={store} />
          </div>
          <PackagesPart store={packages} notices={notices} texts={texts} />
        </div>
        <SetEditor store={store} notices={notices} texts={texts} api={api} />
      </div>
    </div>
  );
});
