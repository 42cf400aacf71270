import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { noticeChannels, noticeKinds, noticeWays } from '../../core/domain/notice.ts';
import { FailedState, Skeleton, useText } from '../../core/ui/index.ts';
import { DeviceList } from './device-list.tsx';
import styles from './notices.module.css';
import { NoticeWaysStore } from './notices-store.ts';
import type { requires } from './requires.ts';

/** Which kinds of things reach the person by which ways, and the devices that take them. */
export const Section = observer(function NoticesSection({ services }: PageProps<typeof requires>) {
  const t = useText('service-notices');
  const { api, noticeSettings, notices } = services;
  const [store] = useState(() => new NoticeWaysStore(api, notices.error));
  useEffect(() => void store.load(), [store]);
  if (store.state === 'loading') return <Skeleton rows={6} />;
  if (store.state === 'failed' || store.ways === null) return <FailedState text={t('failed')} onRetry={() => void store.load()} />;
  const { ways } = store;
  return (
    <div className={styles.part}>
      <table className={styles.table}>
        <caption className={styles.caption}>{t('lead')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('about')}</th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col">
                {t(`channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {noticeKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                {t(`kind.${kind}`)}
                <div className={styles.help}>{t(`help.${kind}`)}</div>
              </th>
              {noticeChannels.map((channel) => (
                <td key={channel}>
                  {noticeWays[kind].includes(channel) && (
                    <input
                      type="checkbox"
                      aria-label={t('choice', { kind: t(`kind.${kind}`), channel: t(`channel.${channel}`) })}
                      checked={noticeSettings.wants(kind, channel)}
                      onChange={({ target }) => noticeSettings.choose(kind, channel, target.checked)}
                    />
                  )}
                  {kind === 'security' && channel === 'mail' && <span className={styles.help}>{t('always')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {(!ways.mail || !ways.sms) && (
        <div>
          {!ways.mail && <p className={styles.help}>{t('mail.off')}</p>}
          {!ways.sms && <p className={styles.help}>{t('sms.off')}</p>}
        </div>
      )}
      <DeviceList store={store} devices={ways.devices} />
    </div>
  );
});
