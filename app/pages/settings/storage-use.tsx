import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../core/domain/numbers/number-text.ts';
import type { StorageView } from '../../../schemas/wire/storage.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './storage-use.module.css';

const megabyte = 1024 ** 2;

/** What is stored for the user, kind by kind, beside what may be. */
export const StorageUse = observer(function StorageUse({ labelledBy }: { readonly labelledBy: string }) {
  const { t } = useTranslation('app');
  const { api } = useWorkbench().services;
  const [view, setView] = useState<StorageView | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    void api.call('storage', {}).then((reply) => {
      if (!isGone) setView(reply.ok ? reply.value : 'failed');
    });
    return () => {
      isGone = true;
    };
  }, [api]);
  if (view === null) return null;
  if (view === 'failed') return <span className={styles.failed}>{t('storage.failed')}</span>;
  const mb = (bytes: number): string => formatNumber(bytes / megabyte, 1);
  const kept = view.kinds.filter(({ bytes }) => bytes >= megabyte / 20).sort((a, b) => b.bytes - a.bytes);
  return (
    <div className={styles.use}>
      <div>{t('storage.used', { used: mb(view.used), quota: mb(view.quota) })}</div>
      <meter className={styles.meter} aria-labelledby={labelledBy} min={0} max={view.quota} high={view.quota * 0.9} value={view.used} />
      {kept.length > 0 && (
        <dl className={styles.kinds}>
          {kept.map(({ kind, bytes }) => (
            <div key={kind}>
              <dt>{t(`storage.kind.${kind}`)}</dt>
              <dd>{t('storage.mb', { size: mb(bytes) })}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
});
