import { observer } from 'mobx-react-lite';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OpenLayout } from '../../../core/client/layouts/open-layout.ts';
import { isName, maxNameLength } from '../../../core/domain/name.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { ClippedText } from '../../../core/ui/text/clipped-text.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './workspace-tabs.module.css';
import { workspaceTitle } from './workspace-title.ts';

interface WorkspaceTabProps {
  readonly layout: OpenLayout;
  readonly at: number;
}

const dragType = 'application/x-tessera-workspace';

/**
 * One workspace: click selects, double click or F2 renames, drag or Alt+Shift with an arrow moves, Delete or the middle button
 * closes (the workspace is kept).
 */
export const WorkspaceTab = observer(function WorkspaceTab({ layout, at }: WorkspaceTabProps) {
  const { t } = useTranslation('app');
  const { layout: store, workspaceNaming: naming } = useWorkbench().services;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const element = useRef<HTMLDivElement>(null);
  const active = layout.key === store.activeKey && pathname === store.path;
  const title = workspaceTitle(layout.name, t);

  const select = (): void => {
    store.select(layout.key);
    // Where the page itself follows its workspaces, it is there already.
    if (window.location.pathname !== store.path) void navigate(store.path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (event.key === 'F2') naming.start(layout.key, 'rename');
    else if (event.key === 'Delete') store.close(layout.key);
    else if (step !== 0 && event.altKey && event.shiftKey) store.move(layout.key, at + step);
    else if (step !== 0 && !event.altKey) focusNeighbour(element.current, step);
    else return;
    event.preventDefault();
  };
  const onDrop = (event: DragEvent): void => {
    const key = event.dataTransfer.getData(dragType);
    if (key === '') return;
    event.preventDefault();
    store.move(key, at);
  };
  if (naming.key === layout.key) return <NameField layout={layout} />;
  const closable = store.open.length > 1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging has its keys on the button inside
    <div
      ref={element}
      className={active ? `${styles.tab} ${styles.active}` : styles.tab}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(dragType, layout.key)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      <button
        type="button"
        className={styles.name}
        translate="no"
        aria-pressed={active}
        title={layout.origin === 'shared' ? t('workspace.fromAdmin', { name: title }) : title}
        onClick={select}
        onDoubleClick={() => naming.start(layout.key, 'rename')}
        onAuxClick={(event) => {
          if (event.button === 1) store.close(layout.key);
        }}
        onKeyDown={onKeyDown}
      >
        {layout.origin === 'shared' && <Icon name="lock" size={11} />}
        {(layout.origin === 'newer' || layout.origin === 'damaged') && <Icon name="warning" size={11} />}
        <ClippedText>{title}</ClippedText>
      </button>
      {closable && (
        <button
          type="button"
          className={styles.close}
          aria-label={t('workspace.close', { name: title })}
          title={t('workspace.close', { name: title })}
          onClick={() => store.close(layout.key)}
        >
          <Icon name="close" size={10} />
        </button>
      )}
    </div>
  );
});

function focusNeighbour(tab: HTMLElement | null, step: -1 | 1): void {
  const neighbour = step < 0 ? tab?.previousElementSibling : tab?.nextElementSibling;
  neighbour?.querySelector<HTMLElement>('button')?.focus();
}

/** The tab as a text field: Enter keeps the name, Escape leaves everything as it was. */
const NameField = observer(function NameField({ layout }: { readonly layout: OpenLayout }) {
  const { t } = useTranslation('app');
  const { layout: store, workspaceNaming: naming } = useWorkbench().services;
  const shown = workspaceTitle(layout.name, t);
  const [name, setName] = useState(shown);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const wished = name.trim();
  const wrong = !isName(wished);
  const keep = (): void => {
    if (wrong || naming.key === null) return;
    naming.end();
    if (naming.purpose === 'rename' && wished === shown) return;
    void (naming.purpose === 'rename' ? store.rename(layout.key, wished) : store.saveAs(layout.key, wished));
  };
  return (
    <input
      ref={field}
      className={styles.field}
      aria-label={t(naming.purpose === 'rename' ? 'workspace.newName' : 'workspace.saveAsName')}
      aria-invalid={wrong}
      title={wrong ? t('workspace.nameRule', { limit: maxNameLength }) : undefined}
      value={name}
      maxLength={maxNameLength}
      spellCheck={false}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        else if (event.key === 'Escape') naming.end();
        event.stopPropagation();
      }}
      onBlur={() => (naming.purpose === 'rename' && !wrong ? keep() : naming.end())}
    />
  );
});
