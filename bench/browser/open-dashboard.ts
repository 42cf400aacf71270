import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from '@playwright/test';
import { launchChromium } from '../../e2e/kit/chromium.ts';
import { buildProduct } from '../../scripts/kit/prepare.mjs';
import { HttpClient } from '../../tests/kit/servers/http-client.ts';

export interface OpenDashboard {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly http: HttpClient;
  /** A client of the server as another of the demo's people. */
  signIn(username: string): Promise<HttpClient>;
  close(): Promise<void>;
}

interface Ready {
  readonly url: string;
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
}

/** Starts the loaded server and a browser that is signed in as a trader; the page stands at an empty address of the server. */
export async function openBrowser(
  rates: readonly [rows: number, depth: number, instruments?: number, trades?: number],
): Promise<OpenDashboard> {
  if (!buildProduct()) throw new Error('the client cannot be built');
  const browser = await launchChromium();
  const server = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./server.ts', import.meta.url)), ...rates.map(String)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { url, accounts } = await readyLine(server);
  const passwordOf = (name: string): string => {
    const account = accounts.find(({ username }) => username === name);
    if (account === undefined) throw new Error(`the demo has no ${name}`);
    return account.password;
  };
  const http = new HttpClient(url);
  const user = await http.signIn('trader3', passwordOf('trader3'));
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  // The loader of TypeScript wraps functions in this helper, which the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named');
  await context.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  return {
    page,
    cdp,
    http,
    signIn: async (username) => {
      const client = new HttpClient(url);
      await client.signIn(username, passwordOf(username));
      return client;
    },
    close: async () => {
      await browser.close();
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

async function readyLine(server: ChildProcess): Promise<Ready> {
  for await (const line of createInterface({ input: server.stdout ?? process.stdin }))
    if (line.startsWith('{"url"')) return JSON.parse(line) as Ready;
  throw new Error('the server ended before it was ready');
}

/** Panels whose content is on the screen: looked for in each frame, since a locator looks only twice a second after a while. */
export async function waitForPanels(page: Page): Promise<void> {
  const visible = (): boolean =>
    [document.querySelectorAll('[role=grid] [role=row]')[5], document.querySelector('canvas')].every((part) => part?.checkVisibility());
  await page.waitForFunction(visible, undefined, { timeout: 60_000 });
}
