import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type LayoutNode, layoutVersion } from '../../../core/client/layouts/layout-content.ts';
import { type PresetNode, presetContent, pruned } from '../../layout/presets/layout-preset.ts';
import { newPanel } from '../../layout/presets/new-panel.ts';
import { type ReadyLayout, readyLayouts, readyNames } from '../../layout/presets/ready-layouts.ts';
import { roleLayout } from '../../layout/presets/role-layouts.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { Modal } from '../modal.tsx';
import { LayoutSketch, type SketchedPanel } from './layout-sketch.tsx';
import styles from './ready-workspaces.module.css';

interface ReadyWorkspacesProps {
  /** Offered to somebody who sees a workspace for the first time: the one that stands there is among them, to be kept. */
  readonly first: boolean;
  /** `opened`: what was chosen stands as a tab, if anything was. */
  readonly onClose: (opened: Promise<void>) => void;
}

/** Ready workspaces with their pictures: the chosen one opens in a tab of its own, under its name. */
export const ReadyWorkspaces = observer(function ReadyWorkspaces({ first, onClose }: ReadyWorkspacesProps) {
  const { t } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  const { layout, session } = services;
  const ofUser = (root: PresetNode): PresetNode | null => pruned(root, (key) => kernel.panel(key) !== null);
  const choose = (name: ReadyLayout): void => {
    const content = presetContent(ofUser(readyLayouts[name]), (key) => newPanel(kernel, key));
    onClose(layout.importFile({ name: t(`workspace.ready.${name}`), version: layoutVersion, content: { ...content } }));
  };
  const keep = (): void => onClose(Promise.resolve());
  const own = layout.active?.content?.root;
  const present =
    own === undefined ? ofUser(roleLayout(session.user?.role ?? null)(window.innerWidth)) : own === null ? null : inFront(own);
  const cards = readyNames.flatMap((name) => {
    const root = ofUser(readyLayouts[name]);
    return root === null ? [] : [{ name, root }];
  });
  const title = t(first ? 'workspace.choose' : 'workspace.ready');
  return (
    <Modal label={title} title={title} size="wide" onClose={keep}>
      {first && <p className={styles.intro}>{t('workspace.choose.text')}</p>}
      <div className={first ? `${styles.cards} ${styles.many}` : styles.cards}>
        {first && <Card title={t('workspace.keep')} text={t('workspace.keep.text')} root={present} first onChoose={keep} />}
        {cards.map(({ name, root }, at) => (
          <Card
            key={name}
            title={t(`workspace.ready.${name}`)}
            text={t(`workspace.ready.${name}.text`)}
            root={root}
            first={!first && at === 0}
            onChoose={() => choose(name)}
          />
        ))}
      </div>
    </Modal>
  );
});

interface CardProps {
  readonly title: string;
  readonly text: string;
  /** Null: it is empty. */
  readonly root: PresetNode | null;
  /** It has the keyboard when the dialog opens. */
  readonly first: boolean;
  readonly onChoose: () => void;
}

function Card({ title, text, root, first, onChoose }: CardProps): ReactNode {
  const { kernel } = useWorkbench();
  const panelOf = (key: string): SketchedPanel => {
    const { icon, preview = 'table' } = kernel.panel(key)?.manifest ?? {};
    return { icon: icon ?? 'panel', preview };
  };
  return (
    <button type="button" className={styles.card} data-first={first || undefined} onClick={onChoose}>
      {root !== null && <LayoutSketch root={root} panelOf={panelOf} />}
      <b>{title}</b>
      <span className={styles.text}>{text}</span>
    </button>
  );
}

/** A workspace as it stands, by what is in front of its stacks. */
const inFront = (node: LayoutNode): PresetNode => {
  if (node.kind !== 'stack') return { ...node, children: node.children.map(inFront) };
  const front = node.panels[node.active] ?? node.panels[0];
  return { ...node, panels: front === undefined ? [] : [front.type] };
};
