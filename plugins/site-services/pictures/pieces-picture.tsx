import styles from './pictures.module.css';

const across = [28, 130, 232, 334, 436] as const;
const down = [50, 152, 254, 356] as const;
const size = 96;
/** The piece that is missing, and those around it that belong to it. */
const missing = { x: 232, y: 254 };
const belongs = (x: number, y: number): boolean => Math.abs(x - missing.x) + Math.abs(y - missing.y) < 160 && y <= missing.y;

/** A question is a piece that is missing. */
export function PiecesPicture() {
  const square = { width: size, height: size, rx: 4 };
  return (
    <svg className={styles.frame} viewBox="0 0 560 500" aria-hidden="true" focusable="false">
      {down.flatMap((y) =>
        across.map((x) => {
          const isMissing = x === missing.x && y === missing.y;
          const look = isMissing ? styles.gap : belongs(x, y) ? styles.belonging : styles.piece;
          return <rect key={`${x}/${y}`} className={look} x={x} y={y} {...square} />;
        }),
      )}
      <rect className={styles.set} {...missing} {...square} />
    </svg>
  );
}
