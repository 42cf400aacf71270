import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { Texts } from '../../core/contract/client-services.ts';
import { formatTime, useServices, useText } from '../../core/ui/index.ts';
import type { AuditCheckView } from '../../schemas/wire/audit.ts';
import styles from './audit.module.css';
import type { CheckStore } from './check-store.ts';

/** How far the chain is proven, and the button that proves it anew. */
export const ChainLine = observer(function ChainLine({ store, texts }: { readonly store: CheckStore; readonly texts: Texts }) {
  const t = useText('page-audit');
  const { check, failure, isRunning } = store;
  const running = check?.running ?? null;
  return (
    <div className={styles.chain}>
      <div className={styles.chainWords} role="status">
        {running !== null ? (
          <span>{t('check.running', { read: running.read, of: running.of })}</span>
        ) : check !== null ? (
          <Finding last={check.last} />
        ) : (
          failure === null && <span className={styles.quiet}>{t('check.reading')}</span>
        )}
        {failure !== null && <span className={styles.wrong}>{texts.errorText(failure)}</span>}
      </div>
      {running !== null && (
        <progress className={styles.progress} aria-label={t('check.progress')} value={running.read} max={Math.max(1, running.of)} />
      )}
      <Button size="small" disabled={isRunning} onClick={() => void store.start()}>
        {t('check.start')}
      </Button>
    </div>
  );
});

const Finding = observer(function Finding({ last }: Pick<AuditCheckView, 'last'>) {
  const t = useText('page-audit');
  const { preferences, timers } = useServices();
  if (last === null) return <span className={styles.quiet}>{t('check.never')}</span>;
  const time = formatTime(last.time, timers.nowMs(), preferences.timeZone);
  const { entry, problem, hash } = last;
  if (last.outcome === 'unbroken')
    return (
      <span className={styles.proven} title={hash === null ? undefined : t('check.hash', { hash })}>
        {t('check.unbroken', { entry: entry ?? 0, time })}
      </span>
    );
  const why = problem === null ? '' : t(`problem.${problem}`);
  return (
    <strong className={styles.wrong} role="alert">
      {entry === null ? t('check.brokenChain', { why, time }) : t('check.broken', { entry, why, time })}
    </strong>
  );
});
