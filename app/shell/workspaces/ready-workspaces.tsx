import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { layoutVersion } from '../../../core/client/layouts/layout-content.ts';
import { presetContent, pruned } from '../../layout/presets/layout-preset.ts';
import { newPanel } from '../../layout/presets/new-panel.ts';
import { type ReadyLayout, readyLayouts, readyNames } from '../../layout/presets/ready-layouts.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { Modal } from '../modal.tsx';
import { LayoutSketch } from './layout-sketch.tsx';
import styles from './ready-workspaces.module.css';

/** Ready workspaces with their pictures: the chosen one opens in a tab of its own, under its name. */
export const ReadyWorkspaces = observer(function ReadyWorkspaces({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  const rootOf = (name: ReadyLayout) => pruned(readyLayouts[name], (key) => kernel.panel(key) !== null);
  const choose = (name: ReadyLayout): void => {
    onClose();
    const content = presetContent(rootOf(name), (key) => newPanel(kernel, key));
    void services.layout.importFile({ name: t(`workspace.ready.${name}`), version: layoutVersion, content: { ...content } });
  };
  return (
    <Modal label={t('workspace.ready')} title={t('workspace.ready')} size="wide" onClose={onClose}>
      <div className={styles.cards}>
        {readyNames.map((name, at) => {
          const root = rootOf(name);
          if (root === null) return null;
          return (
            <button key={name} type="button" className={styles.card} data-first={at === 0 ? true : undefined} onClick={() => choose(name)}>
              <LayoutSketch root={root} previewOf={(key) => kernel.panel(key)?.manifest.preview ?? 'table'} />
              <b>{t(`workspace.ready.${name}`)}</b>
              <span className={styles.text}>{t(`workspace.ready.${name}.text`)}</span>
            </button>
          );
        })}
      </div>
    </Modal>
  );
});
