import type { PanelPreview } from '../../../schemas/manifest.ts';
import styles from './gallery.module.css';

type Tone = 'line' | 'soft' | 'up' | 'down' | 'accent';
type Shape = readonly [tone: Tone, path: string];

/** Rectangle as a path. */
const box = (x: number, y: number, width: number, height: number): string => `M${x} ${y}h${width}v${height}h${-width}z`;
const boxes = (rows: readonly (readonly [number, number, number, number])[]): string => rows.map((row) => box(...row)).join('');
const rowsAt = (ys: readonly number[], columns: readonly (readonly [x: number, width: number])[]): string =>
  boxes(ys.flatMap((y) => columns.map(([x, width]) => [x, y, width, 3] as const)));

/** Pictures of what a panel looks like from afar, on a grid of 96 × 60. */
const sketches: Readonly<Record<PanelPreview, readonly Shape[]>> = {
  table: [
    ['soft', box(0, 0, 96, 11)],
    [
      'line',
      rowsAt(
        [18, 26, 34, 42, 50],
        [
          [6, 20],
          [60, 12],
          [78, 12],
        ],
      ),
    ],
    ['up', rowsAt([18, 34, 42], [[38, 14]])],
    ['down', rowsAt([26, 50], [[38, 14]])],
  ],
  list: [
    ['soft', box(6, 5, 84, 8)],
    ['line', rowsAt([20, 30, 40, 50], [[6, 24]])],
    ['up', `${rowsAt([20, 40], [[74, 16]])}M40 23l6-3 6 2 10-5v1l-10 5-6-2-6 3zM40 43l8-2 6 1 8-4v1l-8 4-6-1-8 2z`],
    ['down', `${rowsAt([30, 50], [[74, 16]])}M40 29l8 2 6-1 8 4v1l-8-4-6 1-8-2zM40 49l6 3 8-1 8 3v1l-8-3-8 1-6-3z`],
  ],
  tape: [
    [
      'up',
      rowsAt(
        [4, 18, 25, 46],
        [
          [6, 24],
          [44, 18],
        ],
      ),
    ],
    [
      'down',
      rowsAt(
        [11, 32, 39, 53],
        [
          [6, 24],
          [50, 12],
        ],
      ),
    ],
    ['soft', rowsAt([4, 11, 18, 25, 32, 39, 46, 53], [[72, 18]])],
  ],
  candles: [
    ['soft', `${box(0, 15, 96, 1)}${box(0, 30, 96, 1)}${box(0, 45, 96, 1)}`],
    [
      'up',
      boxes([
        [9, 34, 5, 12],
        [11, 30, 1, 20],
        [31, 26, 5, 14],
        [33, 20, 1, 24],
        [42, 18, 5, 10],
        [44, 14, 1, 18],
        [64, 18, 5, 12],
        [66, 14, 1, 20],
        [75, 10, 5, 10],
        [77, 6, 1, 18],
      ]),
    ],
    [
      'down',
      boxes([
        [20, 36, 5, 8],
        [22, 32, 1, 18],
        [53, 20, 5, 10],
        [55, 16, 1, 18],
        [86, 12, 5, 8],
        [88, 8, 1, 16],
      ]),
    ],
  ],
  ladder: [
    [
      'down',
      boxes([
        [48, 4, 42, 4],
        [60, 10, 30, 4],
        [54, 16, 36, 4],
        [72, 22, 18, 4],
      ]),
    ],
    ['line', box(6, 29, 30, 4)],
    [
      'up',
      boxes([
        [66, 36, 24, 4],
        [52, 42, 38, 4],
        [58, 48, 32, 4],
        [44, 54, 46, 4],
      ]),
    ],
    ['soft', rowsAt([4, 10, 16, 22, 36, 42, 48, 54], [[6, 22]])],
  ],
  curve: [
    ['up', 'M4 56V14h10v8h10v8h8v10h8v10h5v6z'],
    ['down', 'M92 56V10H82v10H72v10h-9v8h-7v12h-5v6z'],
    ['soft', box(47, 8, 1, 48)],
  ],
  bars: [
    [
      'up',
      boxes([
        [6, 8, 18, 5],
        [6, 16, 30, 5],
        [6, 24, 46, 5],
        [6, 32, 38, 5],
        [6, 40, 22, 5],
        [6, 48, 12, 5],
      ]),
    ],
    [
      'down',
      boxes([
        [24, 8, 12, 5],
        [36, 16, 20, 5],
        [52, 24, 34, 5],
        [44, 32, 20, 5],
        [28, 40, 24, 5],
        [18, 48, 8, 5],
      ]),
    ],
  ],
  form: [
    [
      'soft',
      boxes([
        [8, 6, 38, 9],
        [50, 6, 38, 9],
        [8, 20, 80, 9],
        [8, 33, 80, 9],
      ]),
    ],
    ['up', box(8, 48, 38, 9)],
    ['down', box(50, 48, 38, 9)],
  ],
  fields: [
    ['line', rowsAt([6, 21, 36], [[8, 24]])],
    [
      'soft',
      boxes([
        [40, 3, 48, 9],
        [40, 18, 48, 9],
        [40, 33, 48, 9],
      ]),
    ],
    ['accent', box(54, 48, 34, 9)],
  ],
};

interface PanelSketchProps {
  readonly preview: PanelPreview;
  /** It fills its place, whatever the shape of that; a form only from the top, as high as it is. */
  readonly stretched?: boolean;
}

const keepsShape: readonly PanelPreview[] = ['form', 'fields'];

export function PanelSketch({ preview, stretched = false }: PanelSketchProps) {
  const shape = !stretched ? 'xMidYMid' : keepsShape.includes(preview) ? 'xMidYMin' : 'none';
  return (
    <svg className={styles.sketch} viewBox="0 0 96 60" preserveAspectRatio={shape} aria-hidden="true" focusable="false">
      {sketches[preview].map(([tone, path]) => (
        <path key={path} className={styles[tone]} d={path} />
      ))}
    </svg>
  );
}
