import { useText } from '../../core/ui/index.ts';
import styles from './outbox.module.css';

/** Which letters go by themselves, and which have to be told by hand. */
export function ChannelLine({ channels }: { readonly channels: { readonly mail: boolean; readonly sms: boolean } | null }) {
  const t = useText('page-outbox');
  if (channels === null) return null;
  return (
    <ul className={styles.channels} aria-label={t('channels')}>
      {(['mail', 'sms'] as const).map((name) => (
        <li key={name} data-on={channels[name] ? '' : undefined}>
          {t(`channel.${name}.${channels[name] ? 'on' : 'off'}`)}
        </li>
      ))}
    </ul>
  );
}
