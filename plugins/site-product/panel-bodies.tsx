import { averaged, type Box, linePath, rounded, walk } from '../../core/ui/site/drawn-series.ts';
import styles from './panel-bodies.module.css';

/** What the panels of the drawn workspace show: shapes of what they show in the product, and no figures. */

/** Stretched to whatever room there is; lines keep their width. */
const stretched = { className: styles.body, viewBox: '0 0 100 100', preserveAspectRatio: 'none', focusable: false } as const;

const candles = 44;
const inside: Box = { x: 2, y: 10, width: 88, height: 78 };
const closes = walk({ seed: 11, steps: candles + 1, drift: 0.12 });
const wicks = walk({ seed: 5, steps: candles });
const heightOf = (value: number): number => rounded(inside.y + (1 - value) * inside.height);

/** Candles, their mean, an own order, and the last price. */
export function ChartBody() {
  const step = inside.width / candles;
  const last = heightOf(closes[candles] ?? 0);
  return (
    <svg {...stretched} aria-hidden="true">
      <path className={styles.grid} d="M0 30h100M0 55h100M0 80h100M25 0v100M50 0v100M75 0v100" />
      {[true, false].map((up) => (
        <path
          key={String(up)}
          className={up ? styles.up : styles.down}
          d={closes
            .slice(0, candles)
            .map((open, at) => {
              const close = closes[at + 1] ?? open;
              if (close >= open !== up) return '';
              const [top, bottom] = [heightOf(Math.max(open, close)), heightOf(Math.min(open, close)) + 0.6];
              const reach = 1 + (wicks[at] ?? 0) * 4;
              const x = rounded(inside.x + at * step);
              const middle = rounded(x + step * 0.35);
              return `M${x} ${top}h${rounded(step * 0.7)}V${bottom}H${x}zM${middle} ${rounded(top - reach)}h.2V${rounded(bottom + reach)}h-.2z`;
            })
            .join('')}
        />
      ))}
      <path className={styles.mean} d={linePath(averaged(closes, 9).slice(1), { ...inside, x: inside.x + step / 2 })} />
      <path className={styles.last} d={`M0 ${last}h100`} />
      <path className={styles.own} d="M0 72h100" />
    </svg>
  );
}

const depths = [22, 30, 41, 46, 58, 70, 84, 96];

/** Asks above, bids below, each bar the sum so far. */
export function BookBody() {
  const row = 100 / (depths.length * 2 + 1);
  const places = (sideDown: boolean) =>
    depths.map((depth, at) => ({ depth, y: rounded(row * (sideDown ? depths.length + 1 + at : depths.length - 1 - at)) }));
  const bars = (sideDown: boolean) => places(sideDown).map(({ depth, y }) => `M100 ${y}h-${depth}v${rounded(row * 0.86)}h${depth}z`);
  const words = (sideDown: boolean, x: number, width: number) =>
    places(sideDown).map(({ depth, y }) => `M${x} ${rounded(y + row * 0.32)}h${rounded(width - (depth % 5))}v${rounded(row * 0.24)}H${x}z`);
  return (
    <svg {...stretched} aria-hidden="true">
      {[false, true].map((bids) => (
        <g key={String(bids)} className={bids ? styles.up : styles.down}>
          <path className={styles.bars} d={bars(bids).join('')} />
          <path d={words(bids, 6, 22).join('')} />
          <path className={styles.words} d={words(bids, 72, 22).join('')} />
        </g>
      ))}
      <path className={styles.words} d={`M6 48.500h${30}v3H6z`} />
    </svg>
  );
}

/** Two fields, how much of what one has, and the two sides. */
export function TicketBody() {
  return (
    <div className={styles.ticket}>
      <i />
      <i />
      <u />
      <b className={styles.buy} />
      <b className={styles.sell} />
    </div>
  );
}

const path = walk({ seed: 15, steps: 60 });
const levels = [0.1, 0.28, 0.46, 0.64, 0.82];

/** A price that goes through the levels of a grid, and what it filled. */
export function StrategyBody() {
  const box: Box = { x: 0, y: 12, width: 100, height: 76 };
  const yOf = (level: number) => box.y + (1 - level) * box.height;
  const fills = path.flatMap((value, at) => {
    const before = path[at - 1] ?? value;
    const level = levels.find((one) => one > Math.min(before, value) && one <= Math.max(before, value));
    return level === undefined ? [] : [{ bought: value < before, x: rounded((at / (path.length - 1)) * 100), y: yOf(level) }];
  });
  const marks = (bought: boolean) =>
    fills
      .filter((fill) => fill.bought === bought)
      .map(({ x, y }) => `M${rounded(x)} ${rounded(y)}h.01`)
      .join('');
  return (
    <svg {...stretched} aria-hidden="true">
      <path className={styles.levels} d={levels.map((level) => `M0 ${rounded(yOf(level))}h100`).join('')} />
      <path className={styles.price} d={linePath(path, box)} />
      <path className={`${styles.mark} ${styles.bought}`} d={marks(true)} />
      <path className={`${styles.mark} ${styles.sold}`} d={marks(false)} />
    </svg>
  );
}

const across = 9;
const down = 6;
const best = { column: 5, row: 2 };

/** A sweep over two parameters: the fuller a tile, the better its run. */
export function BacktestBody() {
  const noise = walk({ seed: 3, steps: across * down });
  return (
    <svg {...stretched} aria-hidden="true">
      {noise.map((value, at) => {
        const [column, row] = [at % across, Math.floor(at / across)];
        const distance = Math.hypot((column - best.column) / across, (row - best.row) / down);
        return (
          <rect
            key={`${column}/${row}`}
            className={styles.run}
            x={rounded(4 + (column * 92) / across)}
            y={rounded(6 + (row * 88) / down)}
            width={rounded(92 / across - 1.2)}
            height={rounded(88 / down - 2)}
            opacity={rounded(Math.max(0.1, 1 - distance * 1.6 - value * 0.2))}
          />
        );
      })}
    </svg>
  );
}
