import type { ReactNode } from 'react';
import { formatDecimal, type Translate } from '../../core/ui/index.ts';
import { conditionText } from './alert-text.ts';

/** Wide enough for a range of the index between two prices with cents, and never too narrow for one of whole prices. */
export const conditionWidths = { width: 292, least: 236 };

/** What is waited for, in the cell of a list; whoever narrows the column still finds the whole of it. */
export function conditionCell(alert: Parameters<typeof conditionText>[0], t: Translate): ReactNode {
  const text = conditionText(alert, t, formatDecimal);
  return <span title={text}>{text}</span>;
}
