import { type CanvasRow, CanvasRows, type CanvasRowsProps } from '../../core/ui/canvas/canvas-rows.tsx';
import { useText } from '../../core/ui/index.ts';
import { type LadderLine, qtyText } from './ladder-model.ts';
import type { LadderScene } from './ladder-scene.ts';

interface LadderRowsProps extends Omit<CanvasRowsProps, 'rows'> {
  readonly id: string;
  readonly scene: LadderScene;
}

/** The ladder for those who do not see the canvas. */
export function LadderRows({ id, scene, ...list }: LadderRowsProps) {
  const t = useText('panel-depth');
  const rows = (): readonly CanvasRow[] => {
    const active = scene.cursorLine;
    return scene.placed.map(({ line }) => {
      const key = `${id}-${line.side ?? 'NONE'}${line.key}`;
      return { key, id: key, words: wordsOf(line, t), active: line === active };
    });
  };
  return <CanvasRows {...list} rows={rows} />;
}

function wordsOf(line: LadderLine, t: (key: string, params?: Readonly<Record<string, string>>) => string): string {
  const { price, own } = line;
  const words =
    line.side === null
      ? t('row.none', { price })
      : t(line.side === 'BUY' ? 'row.bid' : 'row.ask', { price, qty: qtyText(line.qty), total: qtyText(line.total) });
  return own === null ? words : `${words}${t('row.own', { qty: qtyText(own.buy + own.sell) })}`;
}
