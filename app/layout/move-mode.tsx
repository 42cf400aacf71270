import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { type DropTarget, directionOf, previewBox, stepTarget } from './drop-target.ts';
import type { LayoutHost } from './layout-host.ts';
import styles from './layout-view.module.css';
import { panelTitle } from './panel-title.ts';

/** Moves a panel by keyboard: arrows choose the place, which is shown and read out, Enter puts the panel there, Escape leaves it. */
export const MoveMode = observer(function MoveMode({ host }: { readonly host: LayoutHost }) {
  const { frontLayout } = useWorkbench().services;
  const { moving } = frontLayout;
  return moving === null ? null : <Moving key={moving} host={host} panel={moving} />;
});

const Moving = observer(function Moving({ host, panel }: { readonly host: LayoutHost; readonly panel: string }) {
  const { t } = useTranslation('app');
  const workbench = useWorkbench();
  const { frontLayout } = workbench.services;
  const field = useRef<HTMLDivElement>(null);
  const [stacks] = useState(() => host.stacks());
  const [target, setTarget] = useState<DropTarget>(() => ({
    front: stacks.find(({ panels }) => panels.includes(panel))?.front ?? panel,
    side: 'centre',
  }));
  useEffect(() => field.current?.focus(), []);
  const place = stacks.find(({ front }) => front === target.front);
  const nameOf = (id: string): string => {
    const slot = host.slots.get(id);
    return slot === undefined ? '' : panelTitle(workbench, slot.saved);
  };
  const end = (drop: boolean): void => {
    frontLayout.endMoving();
    if (drop) host.move(panel, target);
    host.focus(panel);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = directionOf[event.key];
    if (direction !== undefined) setTarget(stepTarget(stacks, target, direction));
    else if (event.key === 'Enter') end(true);
    else if (event.key === 'Escape') end(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={field}
      className={styles.moving}
      role="application"
      aria-label={t('move.label', { name: nameOf(panel) })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys while the panel is being moved
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => frontLayout.endMoving()}
    >
      {place !== undefined && <div className={styles.preview} style={{ ...previewBox(place.box, target.side) }} />}
      <div className={styles.hint}>
        <b role="status">{t(`move.${target.side}`, { name: nameOf(target.front) })}</b>
        <span>{t('move.help')}</span>
      </div>
    </div>
  );
});
