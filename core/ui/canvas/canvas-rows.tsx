// biome-ignore-all lint/a11y/useSemanticElements: options of a list that is drawn on a canvas; a <select> cannot stand for it
// biome-ignore-all lint/a11y/useFocusableInteractive: the list holds the focus and names its active option
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react';
import { useServices } from '../ui-services.tsx';
import styles from './canvas-rows.module.css';

/** The rows' words are renewed this often: true enough to be read, slow enough to cost nothing. */
const renewMs = 500;

export interface CanvasRow {
  /** Of its element, stable and unique among the rows: what stays in one place of the picture may keep its element there. */
  readonly key: string;
  /** Unique on the page; the active row needs one. */
  readonly id?: string;
  readonly words: string;
  readonly active: boolean;
}

export interface CanvasRowsProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly label: string;
  /** Those in the picture, from the top; asked for whenever they are renewed. */
  readonly rows: () => readonly CanvasRow[];
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** The keyboard has come, or gone. */
  readonly onFocus: (hasIt: boolean) => void;
  /** Called when the rows are renewed. */
  readonly onRenew?: () => void;
}

/**
 * Rows of a canvas for those who do not see it: a list of them in words, walked with the arrow keys. It lies over the canvas and lets the
 * pointer through. The words are names, not contents: the browser would lay out again whatever is written into the page, though nobody sees it.
 */
export function CanvasRows({ ref, label, rows, onKeyDown, onFocus, onRenew }: CanvasRowsProps) {
  const { timers } = useServices();
  const [, renew] = useState(0);
  useEffect(
    () =>
      timers.every(renewMs, () => {
        renew((round) => round + 1);
        onRenew?.();
      }),
    [timers, onRenew],
  );
  const shown = rows();
  return (
    <div
      ref={ref}
      className={styles.rows}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={shown.find(({ active }) => active)?.id}
      onKeyDown={onKeyDown}
      onFocus={() => onFocus(true)}
      onBlur={() => onFocus(false)}
    >
      {shown.map(({ key, id, words, active }) => (
        <div key={key} id={id} role="option" aria-selected={active} aria-label={words} className={styles.row} />
      ))}
    </div>
  );
}
