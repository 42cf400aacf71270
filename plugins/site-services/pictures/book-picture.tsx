import styles from './pictures.module.css';

const depths = [60, 92, 128, 170, 208, 262, 300, 352];
const row = 26;
/** Where the two sides meet. */
const middle = 250;

/** Two sides of a book that close in on each other. */
export function BookPicture() {
  return (
    <svg className={styles.frame} viewBox="0 0 560 500" aria-hidden="true" focusable="false">
      <path className={styles.rule} d={`M40 ${middle}H520`} />
      {(['asks', 'bids'] as const).map((side) => (
        <g key={side} className={`${styles.side} ${styles[side]}`}>
          {depths.map((depth, at) => {
            const y = side === 'asks' ? middle - 12 - (at + 1) * row : middle + 12 + at * row;
            return (
              <g key={depth}>
                <rect x={520 - depth} y={y + 2} width={depth} height={row - 4} rx="2" opacity={0.2 + at * 0.02} />
                <rect x="40" y={y + 9} width={64 - (at % 3) * 6} height="8" rx="3" opacity={at === 0 ? 1 : 0.6} />
                <rect className={styles.word} x={496 - (at % 4) * 5} y={y + 9} width={14 + (at % 4) * 5} height="8" rx="3" />
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}
