import styles from './pictures.module.css';

const across = [28, 130, 232, 334, 436] as const;
const down = [50, 152, 254, 356] as const;
const size = 96;
/** The piece that is missing. */
const missing = { x: 232, y: 254 };

/** The nearer a piece is to it, the more it belongs to it. */
const lookAt = (x: number, y: number): string | undefined => {
  const distance = Math.hypot(x - missing.x, y - missing.y);
  return distance === 0 ? styles.gap : distance < 110 ? styles.next : distance < 150 ? styles.near : styles.piece;
};

/** A question is a piece that is missing. */
export function PiecesPicture() {
  const square = { width: size, height: size, rx: 4 };
  return (
    <svg className={styles.frame} viewBox="0 0 560 500" aria-hidden="true" focusable="false">
      {down.flatMap((y) => across.map((x) => <rect key={`${x}/${y}`} className={lookAt(x, y)} x={x} y={y} {...square} />))}
      <rect className={styles.set} {...missing} {...square} />
    </svg>
  );
}
