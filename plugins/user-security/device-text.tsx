import { deviceOf } from '../../core/domain/device.ts';
import { useText } from '../../core/ui/index.ts';

/** Browser and system in a few words. */
export function useDeviceText(): (userAgent: string) => string {
  const t = useText('user-security');
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser !== null && system !== null) return t('device.on', { browser, system });
    return browser ?? system ?? t('device.unknown');
  };
}

/** What it is; all that it says of itself while hovering. */
export function DeviceText({ userAgent }: { readonly userAgent: string }) {
  const textOf = useDeviceText();
  return <span title={userAgent}>{textOf(userAgent)}</span>;
}
