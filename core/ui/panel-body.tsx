import type { ReactNode } from 'react';
import styles from './panel-body.module.css';
import { OldPrices } from './states/old-prices.tsx';

export interface PanelBodyProps {
  /** Filters and actions above the content. */
  readonly bar?: ReactNode;
  /** The exchange whose prices the content shows: it is grey while they are old. */
  readonly prices?: string;
  /** Below the content, such as "show older". */
  readonly foot?: ReactNode;
  /** Takes the rest of the room and scrolls by itself. */
  readonly children: ReactNode;
}

/** The inside of a panel: a bar, the content, a foot. */
export const PanelBody = ({ bar, prices, foot, children }: PanelBodyProps) => (
  <div className={styles.panel} data-keep-clear="list">
    {bar !== undefined && <div className={styles.bar}>{bar}</div>}
    <OldPrices exchange={prices} className={styles.content}>
      {children}
    </OldPrices>
    {foot}
  </div>
);

/** Pushes what follows in a bar to its right end. */
export const BarSpace = () => <span className={styles.space} />;
