import { reaction } from 'mobx';
import type { Disposer } from '../../core/contract/token.ts';
import type { ClientServices } from './client-services.ts';

/** The line comes back when the network does or the device wakes up, and prices are old when it goes; until disposed. */
export function followNetwork({ stream, prices }: Pick<ClientServices, 'stream' | 'prices'>, page: Window): Disposer {
  const lost = (): void => prices.setOffline(true);
  const back = (): void => {
    prices.setOffline(false);
    stream.wake();
  };
  const seen = (): void => {
    if (page.document.visibilityState === 'visible') stream.wake();
  };
  const stops = [
    prices.start(),
    reaction(
      () => stream.state,
      () => prices.look(),
    ),
  ];
  page.addEventListener('offline', lost);
  page.addEventListener('online', back);
  page.document.addEventListener('visibilitychange', seen);
  return () => {
    for (const stop of stops) stop();
    page.removeEventListener('offline', lost);
    page.removeEventListener('online', back);
    page.document.removeEventListener('visibilitychange', seen);
  };
}
