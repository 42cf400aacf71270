import { autorun, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { OpenLayout } from '../../core/client/open-layout.ts';
import { Later, PanelTabDot } from '../shell/lazy-menus.tsx';
import type { Workbench } from '../workbench/boot.ts';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { phoneWidth, tradeLayout } from './default-layout.ts';
import { GoldenLayoutHost } from './golden-layout-host.ts';
import type { LayoutHost, LayoutLabels, SavedSlot } from './layout-host.ts';
import { presetContent, pruned } from './layout-preset.ts';
import styles from './layout-view.module.css';
import { MoveMode } from './move-mode.tsx';
import { newPanel } from './new-panel.ts';
import './golden-layout.css';
import { browserWindows } from './browser-windows.ts';
import { PanelFrame } from './panel-frame.tsx';
import { panelTitle } from './panel-title.ts';
import { canPopOut, popOut } from './pop-out-panel.ts';
import { PopOuts } from './pop-outs.ts';
import { WaitingWindows } from './waiting-windows.tsx';

interface LayoutViewProps {
  readonly layout: OpenLayout;
  /** False: another workspace is in front of it. */
  readonly shown: boolean;
}

/** Shows a saved layout, or the default one, and keeps what the user makes of it. */
export const LayoutView = observer(function LayoutView({ layout, shown }: LayoutViewProps) {
  const { t } = useTranslation('app');
  const workbench = useWorkbench();
  const frame = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [{ host, popOuts }, setView] = useState<View>(noView);

  // biome-ignore lint/correctness/useExhaustiveDependencies: labels of the frame are set once; a new language applies at the next visit
  useEffect(() => {
    if (frame.current === null || layer.current === null) return;
    const labels = {
      close: t('panel.close'),
      maximise: t('panel.maximise'),
      restore: t('panel.restore'),
      more: t('panel.more'),
      splitter: t('panel.splitter'),
      popOut: t('panel.popOut'),
    };
    return openLayout(workbench, layout, { frame: frame.current, layer: layer.current, labels }, setView);
  }, [workbench, layout]);

  useEffect(() => {
    host?.setShown(shown);
    if (!shown || host === null || popOuts === null) return;
    const { workspace, frontLayout } = workbench.services;
    const detach = workspace.attachLayout((key) => openPanel(workbench, host, key));
    const leave = frontLayout.set(host, popOuts);
    return () => {
      void detach();
      leave();
    };
  }, [workbench, host, popOuts, shown]);

  return (
    <div className={shown ? styles.workspace : `${styles.workspace} ${styles.behind}`} inert={!shown}>
      <div ref={frame} className={styles.frame} />
      <div ref={layer} className={styles.layer} />
      {host !== null && shown && <MoveMode host={host} />}
      {popOuts !== null && shown && <WaitingWindows popOuts={popOuts} />}
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

interface View {
  readonly host: LayoutHost | null;
  readonly popOuts: PopOuts | null;
}
const noView: View = { host: null, popOuts: null };

interface Place {
  readonly frame: HTMLElement;
  readonly layer: HTMLElement;
  readonly labels: LayoutLabels;
}

function openLayout(workbench: Workbench, layout: OpenLayout, place: Place, setView: (view: View) => void): () => void {
  const { services } = workbench;
  const { texts, frames } = services;
  const width = place.frame.clientWidth;
  const isPhone = width < phoneWidth;
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
  const host: LayoutHost = new GoldenLayoutHost({
    ...place,
    tabsBelow: isPhone,
    onChange: () => frames.schedule(keep),
    canPopOut: (id) => !isPhone && canPopOut(workbench, host, id),
    onPopOut: (id) => popOut(workbench, popOuts, id),
  });
  const showDefault = (): void => {
    // A locked panel stands in its place and says which level opens it.
    const preset = pruned(tradeLayout(width), (key) => workbench.kernel.panel(key) !== null);
    host.show(presetContent(preset, (key) => newPanel(workbench.kernel, key)));
  };
  if (isPhone || layout.content === null || !host.show(layout.content)) showDefault();
  kept = JSON.stringify(host.content());

  const followTitles = autorun(() => {
    for (const slot of host.slots.values()) host.setTitle(slot.id, titled(workbench, slot.saved, texts.language));
  });
  const popOuts = new PopOuts(host, { link: services.windowLink, timers: services.timers, ...browserWindows });
  runInAction(() => setView({ host, popOuts }));
  return () => {
    frames.cancel(keep);
    keep();
    followTitles();
    setView(noView);
    popOuts.dispose();
    host.dispose();
  };
}

function openPanel(workbench: Workbench, host: LayoutHost, key: string): void {
  const entry = workbench.kernel.panel(key);
  if (entry === null || entry.decision.outcome !== 'granted') return;
  const open = [...host.slots.values()].find((slot) => slot.saved.type === key);
  if (open !== undefined && entry.manifest.singleton === true) host.focus(open.id);
  else host.add(newPanel(workbench.kernel, key));
}

/** Names follow the language. */
const titled = (workbench: Workbench, saved: SavedSlot, _language: string): string => panelTitle(workbench, saved);
