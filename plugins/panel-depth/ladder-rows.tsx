// biome-ignore-all lint/a11y/useSemanticElements: options of a list that is drawn on a canvas; a <select> cannot stand for it
// biome-ignore-all lint/a11y/useFocusableInteractive: the list holds the focus and names its active option
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react';
import { useServices, useText } from '../../core/ui/index.ts';
import styles from './depth-panel.module.css';
import { type LadderLine, qtyText } from './ladder-model.ts';
import type { LadderScene } from './ladder-scene.ts';

/** The rows' words are renewed this often: true enough to be read, slow enough to cost nothing. */
const renewMs = 500;

interface LadderRowsProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly id: string;
  readonly scene: LadderScene;
  readonly label: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** The keyboard has come, or gone. */
  readonly onFocus: (hasIt: boolean) => void;
  /** Called with the summary of the book whenever the rows are renewed. */
  readonly onRenew: () => void;
}

const optionId = (id: string, line: LadderLine): string => `${id}-${line.side ?? 'NONE'}${line.key}`;

/**
 * The ladder for those who do not see the canvas: a list of its lines in words, walked with the arrow keys. The words are names, not
 * contents: the browser would lay out again whatever is written into the page, though nobody sees it.
 */
export function LadderRows({ ref, id, scene, label, onKeyDown, onFocus, onRenew }: LadderRowsProps) {
  const t = useText('panel-depth');
  const { timers } = useServices();
  const [, renew] = useState(0);
  useEffect(
    () =>
      timers.every(renewMs, () => {
        renew((round) => round + 1);
        onRenew();
      }),
    [timers, onRenew],
  );
  const active = scene.cursorLine;
  return (
    <div
      ref={ref}
      className={styles.rows}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active === null ? undefined : optionId(id, active)}
      onKeyDown={onKeyDown}
      onFocus={() => onFocus(true)}
      onBlur={() => onFocus(false)}
    >
      {scene.placed.map(({ line }) => (
        <div
          key={optionId(id, line)}
          id={optionId(id, line)}
          role="option"
          aria-selected={line === active}
          aria-label={wordsOf(line, t)}
          className={styles.row}
        />
      ))}
    </div>
  );
}

function wordsOf(line: LadderLine, t: (key: string, params?: Readonly<Record<string, string>>) => string): string {
  const { price, own } = line;
  const words =
    line.side === null
      ? t('row.none', { price })
      : t(line.side === 'BUY' ? 'row.bid' : 'row.ask', { price, qty: qtyText(line.qty), total: qtyText(line.total) });
  return own === null ? words : `${words}${t('row.own', { qty: qtyText(own.buy + own.sell) })}`;
}
