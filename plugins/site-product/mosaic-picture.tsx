import { walk } from '../../core/ui/site/drawn-series.ts';
import { Tesserae } from '../../core/ui/site/tesserae.tsx';

const columns = 28;
const rows = 18;
/** The row of the line in each column, from the top. */
const line = walk({ seed: 21, steps: columns, drift: 0.22 }).map((value) => Math.round((1 - value) * (rows - 5)) + 2);

/** A market, laid of tiles. */
export function MosaicPicture() {
  return (
    <Tesserae
      columns={columns}
      rows={rows}
      toneAt={(column, row) => {
        const own = line[column] ?? 0;
        return row === own ? 'line' : row > own ? 'under' : 'ground';
      }}
    />
  );
}
