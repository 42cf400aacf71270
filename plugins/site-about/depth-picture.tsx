import { walk } from '../../core/ui/site/drawn-series.ts';
import { Tesserae } from '../../core/ui/site/tesserae.tsx';

const columns = 28;
const rows = 18;
const half = columns / 2;

/** How high the tiles stand: rising with the distance from the middle, step by step. */
const heights = (seed: number): readonly number[] => {
  const steps = walk({ seed, steps: half });
  let height = 0;
  return steps.map((step, at) => {
    height = Math.min(rows - 2, Math.max(height, Math.round(1 + (at / half) * (rows - 4) + step * 2)));
    return height;
  });
};
const bids = heights(4);
const asks = heights(9);

/** Bids at the left and asks at the right of a market, laid of tiles. */
export function DepthPicture() {
  return (
    <Tesserae
      columns={columns}
      rows={rows}
      toneAt={(column, row) => {
        const isBid = column < half;
        const height = (isBid ? bids[half - 1 - column] : asks[column - half]) ?? 0;
        if (rows - row > height) return 'ground';
        return isBid ? 'bid' : 'ask';
      }}
    />
  );
}
