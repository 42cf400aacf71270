import type { SiteError } from '../../core/contract/site.ts';
import { Tesserae } from '../../core/ui/site/tesserae.tsx';

/** Figures of three by five tiles. */
const figures: Readonly<Record<string, readonly string[]>> = {
  '0': ['###', '# #', '# #', '# #', '###'],
  '3': ['###', '  #', '###', '  #', '###'],
  '4': ['# #', '# #', '###', '  #', '  #'],
};
const size = { width: 3, height: 5, gap: 1, border: 1 } as const;

/** The number of the answer, laid of tiles. */
export function ErrorCode({ code }: { readonly code: SiteError }) {
  const isSet = (column: number, row: number): boolean => {
    const x = column - size.border;
    const figure = figures[code[Math.floor(x / (size.width + size.gap))] ?? ''];
    return figure?.[row - size.border]?.[x % (size.width + size.gap)] === '#';
  };
  return (
    <Tesserae
      columns={code.length * (size.width + size.gap) - size.gap + 2 * size.border}
      rows={size.height + 2 * size.border}
      toneAt={(column, row) => (isSet(column, row) ? 'line' : 'ground')}
    />
  );
}
