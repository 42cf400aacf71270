import type { Page } from '@playwright/test';
import { type ErrorCode, errorCatalogue } from '../../core/contract/error-catalogue.ts';

/** Calls of a page at a path are answered as a server does that refuses them, and never reach it; gives the end of that. */
export async function refuse(page: Page, path: string | RegExp, code: ErrorCode, params: object = {}): Promise<() => Promise<void>> {
  const { number, status } = errorCatalogue[code];
  await page.route(path, (route) => route.fulfill({ status, json: { code: number, data: null, msg: '', params } }));
  return () => page.unroute(path);
}
