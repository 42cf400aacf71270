import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { TimeText, useText } from '../../../core/ui/index.ts';
import { durationText } from '../figure-text.ts';
import styles from '../operations.module.css';
import type { OperationsStore } from '../operations-store.ts';

/** What runs here in which version, and which servers are on the same database. */
export const VersionPart = observer(function VersionPart({ store }: { readonly store: OperationsStore }) {
  const t = useText('page-operations');
  const { now: seen } = store;
  if (seen === null) return null;
  const { versions, server, now } = seen;
  const facts: readonly (readonly [id: string, value: ReactNode])[] = [
    ['product', versions.product],
    ['commit', versions.commit?.slice(0, 12) ?? '–'],
    ['node', versions.node],
    ['database', `${t(`database.${versions.database}`)} ${versions.database_version ?? ''}`],
    ['schema', `${versions.schema_step} (${versions.schema_name})`],
    ['journal', String(versions.journal_edition)],
    ['plugins', t('version.pluginsOn', { count: versions.plugins_on })],
    ['since', <TimeText key="since" timeMs={server.since} />],
    ['uptime', durationText(now - server.since, t)],
    ['epoch', String(server.epoch)],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.stack} tabIndex={0} aria-label={t('part.versions')}>
      <dl className={styles.facts}>
        {facts.map(([id, value]) => (
          <div key={id}>
            <dt>{t(`version.${id}`)}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
      {versions.plugins_failed.length > 0 && (
        <section>
          <h2>{t('version.failed')}</h2>
          <ul className={styles.plain}>
            {versions.plugins_failed.map(({ plugin, reason }) => (
              <li key={plugin} translate="no">
                {plugin}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{t('servers')}</h2>
        {server.list === null ? (
          <p className={styles.quiet}>{t('servers.unknown')}</p>
        ) : (
          <ul className={styles.plain}>
            {server.list.map(({ address, is_this: isThis, role, is_alive: isAlive }) => (
              <li key={address}>
                <span translate="no">{address}</span>
                {' · '}
                {t(`role.${role}`)}
                {isThis && ` · ${t('servers.this')}`}
                {isAlive === false && <span data-state="down" className={styles.word}>{` · ${t('servers.silent')}`}</span>}
              </li>
            ))}
          </ul>
        )}
        <p className={styles.quiet}>{t('servers.gateways')}</p>
      </section>
    </section>
  );
});
