import type { PanelProps } from '../../core/contract/panel.ts';
import styles from './plugins-page.module.css';
import { PluginsView } from './plugins-view.tsx';
import type { requires } from './requires.ts';

/** The page as a panel of a workspace; the tab says its name. */
export const Panel = ({ services }: PanelProps<typeof requires>) => (
  <div className={styles.panel}>
    <PluginsView services={services} />
  </div>
);
