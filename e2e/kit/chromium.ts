import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { ensureChromium } from '../../scripts/kit/chromium.mjs';

/**
 * Launch options that work for root, without a GPU and without calls to the outside; scrollbars take their room, as at most desks.
 * Always with the path of a browser: left to look for one itself, Playwright would print advice that is not ours. Ends the process,
 * after saying what to do, where none can be had.
 */
export function chromiumLaunch(...more: readonly string[]): LaunchOptions & { readonly executablePath: string } {
  const executablePath = ensureChromium();
  if (executablePath === null) process.exit(1);
  // Processes that this one starts need not look again.
  process.env.TESSERA_CHROMIUM = executablePath;
  return {
    executablePath,
    ignoreDefaultArgs: ['--hide-scrollbars'],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  };
}

/** The browser of benches and screenshots. Where it does not start, the process ends with the path and what that program said. */
export async function launchChromium(...more: readonly string[]): Promise<Browser> {
  const options = chromiumLaunch(...more);
  try {
    return await chromium.launch(options);
  } catch (error) {
    const said = [...String(error).matchAll(/^\[pid=\d+\]\[err\] (.*)$/gm)].map(([, line]) => `\n  ${line}`);
    console.error(`${options.executablePath} does not start; TESSERA_CHROMIUM may name another Chromium.${said.join('')}`);
    process.exit(1);
  }
}
