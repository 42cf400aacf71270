import type { Page } from '@playwright/test';
import { AppError } from '../../core/contract/app-error.ts';
import type { ErrorCode } from '../../core/contract/error-catalogue.ts';

/** Calls of a page at a path are answered as a server does that refuses them, and never reach it; gives the end of that. */
export async function refuse(page: Page, path: string | RegExp, code: ErrorCode, params: object = {}): Promise<() => Promise<void>> {
  const { number, httpStatus: status } = new AppError(code);
  await page.route(path, (route) => route.fulfill({ status, json: { code: number, data: null, msg: '', params } }));
  return () => page.unroute(path);
}
