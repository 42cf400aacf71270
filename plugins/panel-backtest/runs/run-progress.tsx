import { Button } from '@fluentui/react-components';
import type { BacktestRun } from '../../../core/contract/backtest-runs.ts';
import { useText } from '../../../core/ui/index.ts';
import { remainingOf } from './figure-text.ts';
import styles from './run-progress.module.css';
import { namespace } from './runs-store.ts';

/** How far a run is, how long it will probably take, and a way to call it off. */
export function RunProgress({ run, onCancel }: { readonly run: BacktestRun; readonly onCancel: () => void }) {
  const t = useText(namespace);
  const percent = Math.floor(run.progress * 100);
  const left = run.remaining === null ? null : remainingOf(run.remaining);
  const words =
    run.status === 'QUEUED'
      ? t('progress.waiting', { position: run.position ?? 1 })
      : run.progress === 0
        ? t('progress.starting')
        : left === null
          ? t('progress.running', { percent })
          : t('progress.left', { percent, time: t(`duration.${left.key}`, { count: left.count }) });
  return (
    <div className={styles.progress}>
      <progress value={run.status === 'QUEUED' ? 0 : run.progress} max={1} aria-label={run.name} />
      <span role="status">{words}</span>
      <Button size="small" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  );
}
