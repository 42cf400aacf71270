import styles from './tesserae.module.css';

const tones = ['ground', 'under', 'line', 'bid', 'ask'] as const;
/** Of a tile: the ground, below the line, on it, of a buyer, of a seller. */
export type Tone = (typeof tones)[number];

interface TesseraeProps {
  readonly columns: number;
  readonly rows: number;
  /** Of the tile in this column and row, counted from the top left. */
  readonly toneAt: (column: number, row: number) => Tone;
}

const pitch = 10;
const tile = 8;

/** A picture laid of tiles, column by column; decoration, and so without words. */
export function Tesserae({ columns, rows, toneAt }: TesseraeProps) {
  const tiles = Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    return { tone: toneAt(column, row), path: `M${column * pitch} ${row * pitch}h${tile}v${tile}h-${tile}z` };
  });
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${columns * pitch - (pitch - tile)} ${rows * pitch - (pitch - tile)}`}
      aria-hidden="true"
      focusable="false"
    >
      {tones.map((tone) => (
        <path key={tone} className={styles[tone]} d={tiles.flatMap((one) => (one.tone === tone ? [one.path] : [])).join('')} />
      ))}
    </svg>
  );
}
