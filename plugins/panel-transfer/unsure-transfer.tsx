import { Button } from '@fluentui/react-components';
import type { Transfer } from '../../core/contract/trading.ts';
import { formatDecimal } from '../../core/domain/numbers/number-text.ts';
import { useText } from '../../core/ui/index.ts';
import styles from './transfer.module.css';

interface UnsureTransferProps {
  readonly move: Transfer;
  readonly sending: boolean;
  readonly onAsk: () => Promise<void>;
  readonly onAside: () => void;
}

/** A transfer that was sent and had no answer: nobody calls it failed. */
export function UnsureTransfer({ move, sending, onAsk, onAside }: UnsureTransferProps) {
  const t = useText('panel-transfer');
  return (
    <div className={styles.unsure} role="alert">
      <p>{t('unsure', { amount: formatDecimal(move.amount), asset: move.asset })}</p>
      <div className={styles.answers}>
        <Button size="small" disabled={sending} onClick={onAside}>
          {t('unsure.aside')}
        </Button>
        <Button size="small" appearance="primary" disabled={sending} onClick={() => void onAsk()}>
          {t(sending ? 'sending' : 'unsure.ask')}
        </Button>
      </div>
    </div>
  );
}
