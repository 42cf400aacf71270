// biome-ignore-all lint/a11y/useSemanticElements: virtual rows cannot be a <table>; the ARIA grid pattern takes its place
import { type PointerEvent, type ReactNode, type RefObject, useRef } from 'react';
import { ClippedText } from '../text/clipped-text.tsx';
import { type Column, narrowestColumn, nextOrder, type SortOrder } from './column.ts';
import styles from './data-table.module.css';

export interface TableHeaderProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly order: SortOrder | null;
  readonly onOrder: (order: SortOrder | null) => void;
  /** While dragging. */
  readonly onResizing: (widths: Readonly<Record<string, number>>) => void;
  /** At the end of a drag. */
  readonly onResized: (widths: Readonly<Record<string, number>>) => void;
  readonly resizeLabel: string;
  /** Stands before the first column. */
  readonly lead: ReactNode;
}

export function TableHeader<Row>({ columns, order, onOrder, onResizing, onResized, resizeLabel, lead }: TableHeaderProps<Row>) {
  const row = useRef<HTMLDivElement>(null);
  return (
    <div ref={row} role="row" tabIndex={-1} aria-rowindex={1} className={styles.header}>
      {lead !== null && (
        <div role="columnheader" tabIndex={-1} aria-colindex={1} className={styles.selectCell}>
          {lead}
        </div>
      )}
      {columns.map((column, at) => {
        const sorted = order?.column === column.id ? order.direction : null;
        const classes = [styles.headerCell, column.align === 'right' ? styles.right : '', sorted === null ? '' : styles.sorted];
        const text = (
          <>
            <ClippedText>{column.title}</ClippedText>
            {sorted !== null && <span className={`${styles.arrow} ${sorted === 'descending' ? styles.descending : ''}`} />}
          </>
        );
        return (
          <div
            key={column.id}
            role="columnheader"
            tabIndex={-1}
            aria-colindex={at + (lead === null ? 1 : 2)}
            aria-sort={sorted ?? 'none'}
            className={classes.join(' ')}
            title={column.title}
          >
            {column.compare === undefined ? (
              <span className={styles.headerButton}>{text}</span>
            ) : (
              <button type="button" className={styles.headerButton} onClick={() => onOrder(nextOrder(column, order))}>
                {text}
              </button>
            )}
            <ResizeGrip
              label={resizeLabel}
              last={at === columns.length - 1}
              begin={() => measure(row, columns, lead === null ? 0 : 1)}
              id={column.id}
              onResizing={onResizing}
              onResized={onResized}
            />
          </div>
        );
      })}
    </div>
  );
}

/** Widths as they are on the screen now, in which the shared room is already given out. */
function measure<Row>(row: RefObject<HTMLDivElement | null>, columns: readonly Column<Row>[], leads: number): Record<string, number> {
  const cells = [...(row.current?.children ?? [])].slice(leads);
  return Object.fromEntries(columns.map((column, at) => [column.id, cells[at]?.getBoundingClientRect().width ?? column.width]));
}

interface ResizeGripProps {
  readonly id: string;
  readonly label: string;
  readonly last: boolean;
  readonly begin: () => Record<string, number>;
  readonly onResizing: (widths: Readonly<Record<string, number>>) => void;
  readonly onResized: (widths: Readonly<Record<string, number>>) => void;
}

function ResizeGrip({ id, label, last, begin, onResizing, onResized }: ResizeGripProps) {
  const drag = useRef<{ readonly fromX: number; readonly widths: Record<string, number> } | null>(null);
  const widthsAt = (event: PointerEvent): Record<string, number> | null => {
    if (drag.current === null) return null;
    const { fromX, widths } = drag.current;
    return { ...widths, [id]: Math.max(narrowestColumn, (widths[id] ?? 0) + event.clientX - fromX) };
  };
  const end = (event: PointerEvent): void => {
    const widths = widthsAt(event);
    drag.current = null;
    if (widths !== null) onResized(widths);
  };
  return (
    <div
      className={`${styles.grip} ${last ? styles.lastGrip : ''}`}
      title={label}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { fromX: event.clientX, widths: begin() };
      }}
      onPointerMove={(event) => {
        const widths = widthsAt(event);
        if (widths !== null) onResizing(widths);
      }}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
