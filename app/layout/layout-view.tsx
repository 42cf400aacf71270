import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { OpenLayout } from '../../core/client/layouts/open-layout.ts';
import { PlainButton } from '../../core/ui/buttons/plain-button.tsx';
import { EmptyState } from '../../core/ui/states/empty-state.tsx';
import { Late } from '../shell/late.tsx';
import { Later, MoveMode, PanelTabDot, WaitingWindows } from '../shell/menus/lazy-menus.tsx';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { type LayoutPlace, noView, type OpenView, openDocked, openPanel, openStacked } from './layout-opening.ts';
import styles from './layout-view.module.css';
import type { Preset } from './presets/layout-preset.ts';
import './golden/golden-layout.css';
import { PanelFrame } from './panel-frame.tsx';
import { PanelSlots } from './panel-slots.ts';
import { panelsPlaced } from './panels-stand.ts';
import { useArrangement } from './use-arrangement.ts';

export interface LayoutViewProps {
  readonly layout: OpenLayout;
  /** False: another workspace is in front of it. */
  readonly shown: boolean;
  readonly preset: Preset;
}

/** Shows a saved layout, or the default one, and keeps what the user makes of it. Small screens show its panels one at a time. */
export const LayoutView = observer(function LayoutView({ layout, shown, preset }: LayoutViewProps) {
  const { t } = useTranslation('app');
  const workbench = useWorkbench();
  const frame = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const places = useRef<PanelSlots>(null);
  const arrangement = useArrangement();
  const [{ host, popOuts, controls }, setView] = useState<OpenView>(noView);
  const [shape, reshape] = useReducer((count: number) => count + 1, 0);

  // Before the browser measures the new arrangement: the old host must not take its sizes for the user's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels of the frame are set once; a new language applies at the next visit
  useLayoutEffect(() => {
    if (frame.current === null || layer.current === null || arrangement === null) return;
    places.current ??= new PanelSlots(layer.current);
    const labels = {
      close: t('panel.close'),
      maximise: t('panel.maximise'),
      restore: t('panel.restore'),
      more: t('panel.more'),
      splitter: t('panel.splitter'),
      popOut: t('panel.popOut'),
      help: t('panel.help'),
    };
    const parts = { frame: frame.current, layer: layer.current, places: places.current };
    const place: LayoutPlace = { ...parts, labels, preset, onReshape: reshape };
    const [view, close] =
      arrangement === 'docked' ? openDocked(workbench, layout, place) : openStacked(workbench, layout, place, arrangement);
    setView(view);
    // The view stays until the next: to clear it here would draw again whatever made React hide it, round and round.
    return close;
  }, [workbench, layout, layout.edition, arrangement, shape]);

  useEffect(() => {
    if (host !== null) panelsPlaced();
  }, [host]);

  useEffect(() => {
    host?.setShown(shown);
    if (!shown || host === null) return;
    const { workspace, frontLayout } = workbench.services;
    const detach = workspace.attachLayout((key) => openPanel(workbench, host, key));
    const leave = frontLayout.set(host, popOuts);
    return () => {
      void detach();
      leave();
    };
  }, [workbench, host, popOuts, shown]);

  const arranged = arrangement === 'docked' || arrangement === null ? '' : styles.stacked;
  return (
    <div className={`${styles.workspace} ${arranged} ${shown ? '' : styles.behind}`} inert={!shown}>
      <div ref={frame} className={styles.frame} />
      <div ref={layer} className={styles.layer} />
      {shown && controls}
      {host !== null && host.slots.size + host.popOuts.length === 0 && (
        <div className={styles.bare}>
          <EmptyState
            icon="panel"
            text={t('workspace.bare')}
            action={
              <PlainButton onClick={() => void workbench.services.commands.run('shell.addPanel')}>{t('command.addPanel')}</PlainButton>
            }
          />
        </div>
      )}
      {host !== null && popOuts !== null && shown && (
        <Late>
          <MoveMode host={host} />
          <WaitingWindows popOuts={popOuts} />
        </Late>
      )}
      {host !== null &&
        [...host.slots.values()].flatMap((slot) => [
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
