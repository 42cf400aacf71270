import { deviceName } from '../../../core/domain/device.ts';
import { useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';

/** A device in the words that people know it by; all that it says of itself while hovering. */
export function DeviceText({ userAgent }: { readonly userAgent: string }) {
  const t = useText('page-users');
  const name = deviceName(userAgent);
  return (
    <span className={words.quiet} title={userAgent} {...(name === null ? {} : { translate: 'no' as const })}>
      {name ?? t('device.unknown')}
    </span>
  );
}
