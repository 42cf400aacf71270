/** One part of a row: a width in px that it keeps, or a share of what the others leave; shares count against each other. */
export interface RowPart {
  readonly size: number;
  readonly unit: 'px' | '%';
  /** Below it the part cannot be read, in px. */
  readonly least: number;
}

/**
 * Widths in px that fill `total`. Parts with a width keep it while those with a share have their least; then they give way, each by its
 * part of what it has above its own least. Where not even that is enough, all are cut alike.
 */
export function rowWidths(parts: readonly RowPart[], total: number): readonly number[] {
  const leastOfAll = sum(parts.map(({ least }) => least));
  if (leastOfAll >= total) return parts.map(({ least }) => (leastOfAll === 0 ? 0 : (least / leastOfAll) * total));
  const fixed = parts.filter(({ unit }) => unit === 'px');
  const wished = sum(fixed.map(wishOf));
  const spare = sum(fixed.map((part) => wishOf(part) - part.least));
  const growing = parts.filter(({ unit }) => unit === '%');
  const leastGrowing = sum(growing.map(({ least }) => least));
  const lack = Math.max(0, wished + leastGrowing - total);
  const kept = fixed.map((part) => wishOf(part) - (spare === 0 ? 0 : (lack * (wishOf(part) - part.least)) / spare));
  const shares = sharedOut(growing, total - sum(kept));
  const widths = parts.map((part) => (part.unit === 'px' ? kept.shift() : shares.shift()) ?? 0);
  const over = total - sum(widths);
  // Nothing grows: the widths are shares after all.
  return growing.length > 0 || over === 0 ? widths : widths.map((width) => width * (total / sum(widths)));
}

/** By their shares; who would have less than its least has its least, and the others share what is left. */
function sharedOut(parts: readonly RowPart[], room: number): number[] {
  const short = new Set<RowPart>();
  for (;;) {
    const free = parts.filter((part) => !short.has(part));
    const left = room - sum([...short].map(({ least }) => least));
    const shares = sum(free.map(({ size }) => size));
    const widthOf = (part: RowPart): number => (short.has(part) ? part.least : (part.size / shares) * left);
    const next = free.find((part) => widthOf(part) < part.least);
    if (next === undefined || free.length === 1) return parts.map(widthOf);
    short.add(next);
  }
}

const wishOf = ({ size, least }: RowPart): number => Math.max(size, least);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
