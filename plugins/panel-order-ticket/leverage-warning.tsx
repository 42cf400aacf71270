import type { Instrument } from '../../core/domain/instrument.ts';
import { Icon, useText } from '../../core/ui/index.ts';
import styles from './ticket-form.module.css';

/** SPEC §5: above this a position may be liquidated by a small move. */
export const safeLeverage = 10;

/** True for a contract at more than ten times; spot has no leverage. */
export const needsLeverageWarning = ({ contractKind }: Pick<Instrument, 'contractKind'>, leverage: number): boolean =>
  (contractKind === 'linear' || contractKind === 'inverse') && leverage > safeLeverage;

/** Says what a high leverage means, on contracts only. */
export function LeverageWarning({
  instrument,
  leverage,
}: {
  readonly instrument: Pick<Instrument, 'contractKind'>;
  readonly leverage: number;
}) {
  const t = useText('panel-order-ticket');
  if (!needsLeverageWarning(instrument, leverage)) return null;
  return (
    <p className={styles.warn} role="alert">
      <Icon name="warning" size={12} />
      {t('leverage.warning', { leverage, limit: safeLeverage })}
    </p>
  );
}
