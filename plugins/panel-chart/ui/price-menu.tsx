import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { ChartAction } from '../../../core/contract/chart.ts';
import styles from './price-menu.module.css';

interface PriceMenuProps {
  readonly label: string;
  readonly actions: readonly ChartAction[];
  /** In px from the chart's top left corner. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const edgePx = 4;

/** What can be done at a price of the chart. Arrow keys move, Enter does it, Escape or a click elsewhere leaves. */
export function PriceMenu({ label, actions, at, onClose }: PriceMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  // It stays within the chart, also when it was opened at its edge.
  useLayoutEffect(() => {
    const element = menu.current;
    const chart = element?.parentElement;
    if (element === null || chart == null) return;
    element.style.left = `${Math.max(0, Math.min(at.x, chart.clientWidth - element.offsetWidth - edgePx))}px`;
    element.style.top = `${Math.max(0, Math.min(at.y, chart.clientHeight - element.offsetHeight - edgePx))}px`;
  }, [at]);
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const current = items.indexOf(document.activeElement as HTMLButtonElement);
    items[(current + step + items.length) % items.length]?.focus();
  };
  return (
    <div
      ref={menu}
      className={styles.menu}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose();
      }}
    >
      <div className={styles.title}>{label}</div>
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          role="menuitem"
          className={`${styles.item} ${styles[action.tone] ?? ''}`}
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label}
        </button>
      ))}
    </div>
  );
}
