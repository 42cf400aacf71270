import { findChromium } from '../../scripts/chromium.mjs';

const found = findChromium();

/** Launch options that work for root, without a GPU and without calls to the outside; scrollbars take their room, as at most desks. */
export const chromiumLaunch = {
  ...(found === null ? {} : { executablePath: found }),
  ignoreDefaultArgs: ['--hide-scrollbars'],
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
