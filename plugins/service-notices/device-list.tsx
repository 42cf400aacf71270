import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { deviceName } from '../../core/domain/device.ts';
import { TimeText, useText } from '../../core/ui/index.ts';
import type { NoticeWaysView } from '../../schemas/wire/notice.ts';
import { agentHere } from './browser-push.ts';
import styles from './notices.module.css';
import type { NoticeWaysStore } from './notices-store.ts';

interface DeviceListProps {
  readonly store: NoticeWaysStore;
  readonly devices: NoticeWaysView['devices'];
}

/** The devices that are told while no page is open, this browser among them or not. */
export const DeviceList = observer(function DeviceList({ store, devices }: DeviceListProps) {
  const t = useText('service-notices');
  return (
    <div>
      <h3 className={styles.heading}>{t('devices')}</h3>
      {devices.length === 0 ? (
        <p className={`${styles.help} ${styles.none}`}>{t('devices.none')}</p>
      ) : (
        <ul className={styles.devices} aria-label={t('devices')}>
          {devices.map(({ device_id: id, name, endpoint, added_time: createdMs }) => (
            <li key={id}>
              <span>
                {name === '' ? t('device') : name} {endpoint === store.here && <em className={styles.help}>{t('device.here')}</em>}
              </span>
              <TimeText timeMs={createdMs} />
              <Button
                size="small"
                appearance="subtle"
                disabled={store.busy}
                aria-label={t('device.remove', { name })}
                onClick={() => void store.remove(id)}
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.doing}>
        {!store.isHereOn && (
          <Button size="small" disabled={store.busy} onClick={() => void store.turnOn(deviceName(agentHere()) ?? '')}>
            {t('turnOn')}
          </Button>
        )}
        {devices.length > 0 && (
          <Button size="small" appearance="subtle" disabled={store.busy} onClick={() => void store.tryOut()}>
            {t('tryOut')}
          </Button>
        )}
        <span role="status" className={styles.problem}>
          {store.problem !== null && t(`problem.${store.problem}`)}
        </span>
      </div>
    </div>
  );
});
