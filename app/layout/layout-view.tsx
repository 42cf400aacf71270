import { autorun, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { splitKey } from '../../core/ui/split-key.ts';
import { Later, PanelTabDot } from '../shell/lazy-menus.tsx';
import type { Workbench } from '../workbench/boot.ts';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { phoneWidth, tradeLayout } from './default-layout.ts';
import { GoldenLayoutHost } from './golden-layout-host.ts';
import type { LayoutHost, SavedSlot } from './layout-host.ts';
import { pruned } from './layout-tree.ts';
import styles from './layout-view.module.css';
import './golden-layout.css';
import { PanelFrame } from './panel-frame.tsx';

/** Shows the saved layout, or the default one, and keeps what the user makes of it. */
export const LayoutView = observer(function LayoutView() {
  const { t } = useTranslation('app');
  const workbench = useWorkbench();
  const frame = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [host, setHost] = useState<LayoutHost | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: labels of the frame are set once; a new language applies at the next visit
  useEffect(() => {
    if (frame.current === null || layer.current === null) return;
    const labels = { close: t('panel.close'), maximise: t('panel.maximise'), restore: t('panel.restore'), more: t('panel.more') };
    return openLayout(workbench, frame.current, layer.current, labels, setHost);
  }, [workbench]);

  return (
    <div className={styles.workspace}>
      <div ref={frame} className={styles.frame} />
      <div ref={layer} className={styles.layer} />
      {host !== null &&
        [...host.slots.values()].map((slot) => [
          createPortal(<PanelFrame slot={slot} host={host} />, slot.element, slot.id),
          slot.dotElement === null
            ? null
            : createPortal(
                <Later width={16}>
                  <PanelTabDot slot={slot} host={host} />
                </Later>,
                slot.dotElement,
                `${slot.id}-dot`,
              ),
        ])}
    </div>
  );
});

function openLayout(
  workbench: Workbench,
  frame: HTMLElement,
  layer: HTMLElement,
  labels: ConstructorParameters<typeof GoldenLayoutHost>[0]['labels'],
  setHost: (host: LayoutHost | null) => void,
): () => void {
  const { layout, workspace, commands, texts, frames } = workbench.services;
  const isPhone = frame.clientWidth < phoneWidth;
  let kept = '';
  const keep = (): void => {
    const content = host.content();
    const text = JSON.stringify(content);
    // Resizing reports changes that are none, and an untouched default layout stays free to follow the window's width.
    // A phone's single stack must not replace the desk's layout.
    if (text === kept || isPhone) return;
    kept = text;
    layout.changed(content);
  };
  const host = new GoldenLayoutHost({ frame, layer, labels, tabsBelow: isPhone, onChange: () => frames.schedule(keep) });
  const panelOf = (key: string): SavedSlot => newSlot(workbench, key);
  // A locked panel stands in its place and says which level opens it.
  const exists = (key: string): boolean => workbench.kernel.panel(key) !== null;
  const showDefault = (): void => {
    const tree = pruned(tradeLayout(frame.clientWidth), exists);
    if (tree !== null) host.showDefault(tree, panelOf);
  };
  if (isPhone || layout.content === null || !host.show(layout.content)) showDefault();
  kept = JSON.stringify(host.content());

  const openPanel = (key: string): void => {
    const entry = workbench.kernel.panel(key);
    if (entry === null || entry.decision.outcome !== 'granted') return;
    const open = [...host.slots.values()].find((slot) => slot.saved.type === key);
    if (open !== undefined && entry.manifest.singleton === true) host.focus(open.id);
    else host.add(panelOf(key));
  };
  const disposers = [
    workspace.attachLayout(openPanel),
    commands.register({ id: 'shell.resetLayout', title: (all) => all.t('app', 'command.resetLayout'), run: () => layout.reset() }),
    autorun(() => {
      for (const slot of host.slots.values()) host.setTitle(slot.id, titleOf(workbench, slot.saved, texts.language));
    }),
  ];
  runInAction(() => setHost(host));
  return () => {
    frames.cancel(keep);
    keep();
    for (const dispose of disposers) void dispose();
    setHost(null);
    host.dispose();
  };
}

function newSlot({ kernel }: Workbench, key: string): SavedSlot {
  const entry = kernel.panel(key);
  return { type: key, version: entry?.manifest.version ?? 1, config: entry?.code?.definition.defaultConfig ?? {}, linkGroup: 'blue' };
}

/** The panel's name; with a group of its own also its market, which the tabs of the header do not show. */
function titleOf({ kernel, services }: Workbench, saved: SavedSlot, _language: string): string {
  const entry = kernel.panel(saved.type);
  if (entry === null) return saved.type.split('/').at(-1) ?? saved.type;
  const { namespace, key } = splitKey(entry.manifest.title);
  const name = services.texts.t(namespace, key);
  const own = saved.linkGroup === 'blue' ? null : services.workspace.groupInstrument(saved.linkGroup);
  const instrument = own === null ? null : services.markets.instrument(own);
  return instrument === null ? name : `${name} · ${instrument.symbol}`;
}
