import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { ensureChromium, findHeadlessShell } from '../../scripts/kit/chromium.mjs';

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

/**
 * For journeys: the headless shell where there is one and no other browser is named. What that lacks (screens, features behind flags) takes
 * {@link chromiumLaunch} in its own file.
 */
export function journeyLaunch(): ReturnType<typeof chromiumLaunch> {
  const named = process.env.TESSERA_CHROMIUM;
  const launch = chromiumLaunch();
  // Each worker reads the configuration again, when a browser is named already.
  process.env.TESSERA_JOURNEYS_CHROMIUM ??= (named !== launch.executablePath && findHeadlessShell()) || launch.executablePath;
  return { ...launch, executablePath: process.env.TESSERA_JOURNEYS_CHROMIUM };
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
