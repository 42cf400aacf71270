import { observer } from 'mobx-react-lite';
import { EmptyState, FailedState, formatNumber, Icon, Skeleton, TextInput, TimeText, useText } from '../../../core/ui/index.ts';
import styles from '../operations.module.css';
import type { LogLine, OperationsStore } from '../operations-store.ts';

/** Warnings and errors since the start, those that say the same together. */
export const ErrorPart = observer(function ErrorPart({ store }: { readonly store: OperationsStore }) {
  const t = useText('page-operations');
  const { lines, linesState, search } = store;
  return (
    <div className={styles.stack}>
      <div className={styles.filters}>
        <span className={styles.search}>
          <Icon name="search" />
          <TextInput
            aria-label={t('errors.search')}
            placeholder={t('errors.search')}
            value={search}
            maxLength={200}
            onChange={store.find}
          />
        </span>
        <span className={styles.quiet}>{t('errors.since')}</span>
      </div>
      {linesState === 'loading' && <Skeleton rows={6} />}
      {linesState === 'failed' && <FailedState text={t('failed')} onRetry={() => void store.readLines()} />}
      {linesState === 'done' && lines.length === 0 && (
        <EmptyState icon="check" text={t(search.trim() === '' ? 'empty.errors' : 'empty.search')} />
      )}
      <ul className={styles.lines} aria-label={t('part.errors')}>
        {lines.map((line) => (
          <Line key={`${line.level} ${line.part} ${line.text}`} line={line} />
        ))}
      </ul>
    </div>
  );
});

function Line({ line }: { readonly line: LogLine }) {
  const t = useText('page-operations');
  const { level, part, text, count, last, detail } = line;
  return (
    <li>
      <details className={styles.line}>
        <summary>
          <span className={styles.state} data-state={level === 'error' ? 'down' : 'warn'}>
            {t(`level.${level}`)}
          </span>
          <span className={styles.text} translate="no">
            {part === '' ? text : `${part}: ${text}`}
          </span>
          <span className={styles.times}>{t('errors.times', { times: formatNumber(count, 0) })}</span>
          <span className={styles.since}>
            <TimeText timeMs={last} />
          </span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <pre className={styles.detail} tabIndex={0} translate="no">
          {pretty(detail)}
        </pre>
      </details>
    </li>
  );
}

/** One field a line, as far as it was not cut. */
function pretty(detail: string): string {
  try {
    return JSON.stringify(JSON.parse(detail), null, 2).replaceAll('\\n', '\n');
  } catch {
    return detail;
  }
}
