import type { RemoteProxy } from 'penpal';
import { MarketFeeds } from '../../core/client/markets/market-feeds.ts';
import { MarketsStore } from '../../core/client/markets/markets-store.ts';
import type { TextsStore } from '../../core/client/settings/texts-store.ts';
import { browserTimers } from '../../core/client/timers.ts';
import { capabilitiesOf } from '../../core/contract/bridged-tokens.ts';
import { ACCOUNTS, FEEDS, MARKETS, NOTICES, PREFERENCES, TEXTS } from '../../core/contract/client-services.ts';
import { contractVersion } from '../../core/contract/version.ts';
import { createKernel, grantAll, hostService, type Kernel, trustManifest } from '../../core/kernel/index.ts';
import type { FrameStart, PageMethods } from '../packages/bridge.ts';
import type { FrameAccounts } from './frame-accounts.ts';
import { frameApi } from './frame-api.ts';
import type { FrameStore } from './frame-store.ts';
import type { FrameStream } from './frame-stream.ts';

interface FrameServices {
  readonly page: RemoteProxy<PageMethods>;
  readonly accounts: FrameAccounts;
  readonly stream: FrameStream;
  readonly store: FrameStore;
  readonly texts: TextsStore;
}

/** A kernel of one plugin, with the services of the page that reach a frame: the same stores, on the bridge in place of the line. */
export async function startFrameKernel({ manifest }: FrameStart, load: () => Promise<unknown>, services: FrameServices): Promise<Kernel> {
  const { page, accounts, stream, store, texts } = services;
  const api = frameApi(page);
  const markets = new MarketsStore(api, stream, browserTimers.steadyMs);
  if (capabilitiesOf(manifest).includes('markets.read')) {
    markets.watchVenues();
    markets.watchInstruments();
    void markets.loadSymbols();
  }
  return createKernel({
    side: 'client',
    contractVersion,
    plugins: [{ folder: manifest.id, manifest, load, otherSide: true }],
    services: [
      hostService(MARKETS, markets),
      hostService(FEEDS, new MarketFeeds(api, stream)),
      hostService(ACCOUNTS, accounts),
      hostService(NOTICES, {
        show: (kind, text) => void page.notify(kind, texts.say(text)),
        error: (error) => void page.notify('error', texts.errorText(error)),
      }),
      hostService(TEXTS, texts),
      hostService(PREFERENCES, store),
    ],
    access: grantAll,
    validate: trustManifest,
    report: (event) => console.error(`plugin ${manifest.id}: ${event.type}`, event),
    nowMs: browserTimers.nowMs,
  });
}
