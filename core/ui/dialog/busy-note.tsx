import { useDelay } from '../states/use-delay.ts';
import { useText } from '../text/use-text.ts';
import styles from './form-dialog.module.css';

const quickMs = 400;

/** Beside the buttons of a dialog whose answer is on its way: what takes long says so. */
export function BusyNote() {
  const t = useText('ui');
  return (
    <span role="status" className={styles.busy}>
      {useDelay(quickMs) && t('dialog.busy')}
    </span>
  );
}
