import type { RemoteProxy } from 'penpal';
import { refused } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import { heardOutcome, type PageMethods } from '../packages/bridge.ts';

/** Calls to the server, made by the page for what is granted. Tables as files are not, and none is called off: what comes late is the package's to leave. */
export const frameApi = (page: RemoteProxy<PageMethods>): Api => ({
  call: async (name, input) => heardOutcome(await page.call(name, input)),
  // Packages have no server half.
  of: () => ({ call: async () => refused('PACKAGE_NOT_GRANTED') }),
  send: async () => refused('PACKAGE_NOT_GRANTED'),
  download: async () => refused('PACKAGE_NOT_GRANTED'),
});
