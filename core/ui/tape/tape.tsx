import { observer } from 'mobx-react-lite';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CanvasRow, CanvasRows } from '../canvas/canvas-rows.tsx';
import { type CanvasFrame, type CanvasHandle, CanvasView } from '../canvas/canvas-view.tsx';
import { rowHeights, touchSize } from '../row-heights.ts';
import { Skeleton } from '../states/skeleton.tsx';
import { ClippedText } from '../text/clipped-text.tsx';
import { useServices } from '../ui-services.tsx';
import { touchPointer, useMedia } from '../use-media.ts';
import styles from './tape.module.css';
import { TapeScene, type TapeSource } from './tape-scene.ts';

/** Functions and columns are to be kept stable: the tape is drawn anew when one changes. */
interface TapeProps<Row> extends Omit<TapeSource<Row>, 'rowHeight'> {
  /** `invalidate` says that the rows have changed. */
  readonly ref?: Ref<CanvasHandle>;
  /** Name of the tape for those who do not see it. */
  readonly label: string;
  /** A row for those who do not see it. */
  readonly wordsOf: (row: Row) => string;
  /** Click and Enter. */
  readonly onActivate: (row: Row) => void;
  /** True until the first rows are here. */
  readonly loading: boolean;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** The end of a tape moves by so many rows at once: whenever the size of what scrolls changes, the browser composes the whole page anew. */
const lengthStep = 20;

/** Rows that come in at the top all the time and never change: drawn on a canvas, as elements cannot keep up with a busy market, and in words beside it. */
export const Tape = observer(function Tape<Row>(props: TapeProps<Row>) {
  const { ref, label, rows, columns, rowKey, marked, wordsOf, onActivate, loading, empty } = props;
  const { preferences } = useServices();
  const id = useId();
  const touch = useMedia(touchPointer);
  const rowHeight = touch ? touchSize : rowHeights[preferences.density];
  const source = useMemo(() => ({ rows, columns, rowKey, marked, rowHeight }), [rows, columns, rowKey, marked, rowHeight]);
  const [scene] = useState(() => new TapeScene(source));
  const canvas = useRef<CanvasHandle>(null);
  const list = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [shown, setShown] = useState(columns.length);
  const [, showActive] = useState<string | null>(null);

  const draw = useCallback(
    (frame: CanvasFrame) => {
      scene.source = source;
      scene.paint(frame);
      setShown(scene.columns.length);
      // Another row comes to rest under a pointer with each that comes in.
      if (view.current !== null && view.current.title !== scene.hint) view.current.title = scene.hint;
    },
    [scene, source],
  );
  const invalidate = useCallback(() => {
    const count = source.rows().length;
    setEmpty(count === 0);
    const height = `${Math.ceil(count / lengthStep) * lengthStep * source.rowHeight}px`;
    if (strip.current !== null && strip.current.style.height !== height) strip.current.style.height = height;
    canvas.current?.invalidate();
  }, [source]);
  useImperativeHandle(ref, () => ({ invalidate }), [invalidate]);
  useEffect(invalidate, [invalidate]);

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys with Alt are commands of the shell.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = scene.activeRow;
    if (scene.press(event.key)) {
      if (scroller.current !== null) scroller.current.scrollTop = scene.scrolled;
      showActive(scene.activeKey);
    } else if (event.key === 'Enter' && row !== null) onActivate(row);
    else return;
    event.preventDefault();
    canvas.current?.invalidate();
  };
  const words = (): readonly CanvasRow[] =>
    scene.rowsInSight.map((row, at) => {
      const key = rowKey(row);
      const active = key === scene.activeKey;
      return { key: String(at), words: wordsOf(row), active, ...(active && { id: `${id}-${key}` }) };
    });
  const seen = columns.filter(({ yields }) => shown === columns.length || yields !== true);
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        onScroll={({ currentTarget }) => {
          scene.scrolled = currentTarget.scrollTop;
          canvas.current?.invalidate();
        }}
      >
        <div className={styles.header} style={{ gridTemplateColumns: seen.map(({ width }) => `minmax(0, ${width}fr)`).join(' ') }}>
          {seen.map((column) => (
            <span
              key={column.id}
              title={column.title}
              className={column.align === 'right' ? `${styles.title} ${styles.right}` : styles.title}
            >
              <ClippedText>{column.title}</ClippedText>
            </span>
          ))}
        </div>
        <div ref={strip} className={styles.strip}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it keeps the keyboard in the list that lies over it */}
          <div ref={view} className={styles.view} onMouseDown={(event) => event.preventDefault()}>
            <CanvasView
              ref={canvas}
              draw={draw}
              label={label}
              onPointer={(pointer) => {
                if (pointer.kind === 'press') list.current?.focus({ preventScroll: true });
                const row = scene.point(pointer);
                if (row !== null) onActivate(row);
                canvas.current?.invalidate();
              }}
            />
          </div>
        </div>
      </div>
      <div className={styles.over}>
        <CanvasRows
          ref={list}
          label={label}
          rows={words}
          onKeyDown={onKeyDown}
          onFocus={(has) => {
            scene.hasKeyboard = has;
            canvas.current?.invalidate();
          }}
        />
      </div>
      {isEmpty && <div className={styles.state}>{loading ? <Skeleton rows={8} /> : empty}</div>}
    </div>
  );
}) as <Row>(props: TapeProps<Row>) => ReactNode;
