import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Disclosure, FailedState, Skeleton, TimeText, useText } from '../../../core/ui/index.ts';
import type { PluginsStore } from '../plugins-store.ts';
import { changedWords } from '../set-edit.ts';
import styles from './versions.module.css';
import type { VersionsStore } from './versions-store.ts';

interface VersionListProps {
  readonly store: PluginsStore;
  readonly versions: VersionsStore;
}

/** Who has saved the role's set, when and why; any of them is tried as a draft, which says what it would change before it is saved again. */
export const VersionList = observer(function VersionList({ store, versions }: VersionListProps) {
  const t = useText('page-admin-plugins');
  const { role, saved } = store;
  useEffect(() => void versions.load(role, saved), [versions, role, saved]);
  return (
    <Disclosure summary={t('versions')}>
      {versions.state === 'loading' && <Skeleton rows={3} />}
      {versions.state === 'failed' && <FailedState text={t('versions.failed')} onRetry={() => void versions.load(role, saved)} />}
      {versions.state === 'ready' && (
        <ol className={styles.list} aria-label={t('versions')}>
          {versions.list.map(({ version, set, username, reason, timeMs }, at) => (
            <li key={version} className={styles.version}>
              <div className={styles.head}>
                <b>{t('version', { version })}</b>
                <span>{username ?? t('version.system')}</span>
                <TimeText timeMs={timeMs} />
                {at === 0 ? (
                  <span className={styles.now}>{t('version.now')}</span>
                ) : (
                  <Button size="small" disabled={store.saving} onClick={() => store.tryVersion({ version, set })}>
                    {t('version.try')}
                  </Button>
                )}
              </div>
              {reason !== null && <div className={styles.reason}>{reason}</div>}
              {versions.list[at + 1] !== undefined && (
                <div className={styles.words}>
                  {changedWords(versions.list[at + 1]?.set ?? set, set)
                    .map(({ key, ...words }) => t(`word.${key}`, { ...words }))
                    .join(' · ') || t('version.same')}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {versions.hasMore && (
        <Button size="small" appearance="subtle" onClick={() => void versions.more()}>
          {t('versions.more')}
        </Button>
      )}
    </Disclosure>
  );
});
