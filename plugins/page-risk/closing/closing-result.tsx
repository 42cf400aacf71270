import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { formatDecimal, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import type { Services } from '../requires.ts';
import styles from '../risk.module.css';
import type { ClosingStore } from './closing-store.ts';
import { LeftText } from './left-text.tsx';

interface ClosingResultProps {
  readonly closing: ClosingStore;
  readonly services: Services;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** How far a closing has come, and what became of each position. */
export const ClosingResult = observer(function ClosingResult({ closing, services }: Pick<ClosingResultProps, 'closing' | 'services'>) {
  const t = useText('page-risk');
  const { through, accounts } = closing;
  return (
    <>
      <p role="status">{t('close.through', { through, accounts: accounts.length })}</p>
      <progress className={styles.progress} value={through} max={Math.max(1, accounts.length)} aria-label={t('close.running')} />
      <ul className={styles.positions} aria-label={t('close.result')}>
        {closing.closed.map((line) => (
          <li key={`${line.apiId} ${line.instrumentId}`}>
            <span translate="no">
              {line.username} · {line.account} · {line.asset}/{line.quote}
            </span>
            <span className={styles.amount}>
              <b>{t(`close.state.${line.state}`)}</b>
              {line.filledQty !== '0' &&
                ` ${t('close.filled', { qty: `${formatDecimal(line.filledQty)} ${line.asset}`, amount: `${formatDecimal(line.filledQuote)} ${line.quote}` })}`}
            </span>
            {(line.state === 'LEFT' || line.state === 'PART') && (
              <span className={`${words.quiet} ${styles.whole}`}>
                <LeftText left={line.left} cause={line.cause} services={services} />
              </span>
            )}
          </li>
        ))}
        {[...closing.failed].map(([apiId, error]) => (
          <li key={apiId}>
            <span translate="no">{closing.nameOf(apiId) ?? t('close.account', { account: apiId })}</span>
            <span className={words.wrong}>{services.texts.errorText(error)}</span>
          </li>
        ))}
        {closing.unasked.map((apiId) => (
          <li key={apiId}>
            <span translate="no">{closing.nameOf(apiId) ?? t('close.account', { account: apiId })}</span>
            <span className={words.quiet}>{t('close.unasked')}</span>
          </li>
        ))}
      </ul>
    </>
  );
});

/** Asks again as far as something is open, or ends it. */
export const ClosingActions = observer(function ClosingActions({ closing, onAgain, onClose }: Omit<ClosingResultProps, 'services'>) {
  const t = useText('page-risk');
  const isRunning = closing.state === 'running';
  return (
    <>
      {!isRunning && closing.isOpen && (
        <Button size="small" onClick={onAgain}>
          {t('close.again')}
        </Button>
      )}
      <Button size="small" appearance="primary" disabled={isRunning} onClick={onClose}>
        {t('close')}
      </Button>
    </>
  );
});
