import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../core/contract/error-catalogue.ts';
import { httpBase, routes } from '../../schemas/wire/index.ts';
import type { Route } from '../../schemas/wire/route.ts';
import { pluginSource, startTestServer, type TestServer } from '../kit/test-server.ts';

const notOffered = (Object.values(routes) as readonly Route[]).filter((route) => route.notOffered !== undefined);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: [pluginSource('venue-house')] });
}, 120_000);
afterAll(() => server?.close());

describe('a call for what the product does not do yet', () => {
  it.each(notOffered)('$path is refused with its reason', async ({ path, notOffered: code = 'MARGIN_NOT_OFFERED' }) => {
    const response = await fetch(`${server.url}${httpBase}${path}`);
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({ code: errorCatalogue[code].number, data: null });
  });

  it('shows as such in the API pages', async () => {
    const { paths } = (await (await fetch(`${server.url}/docs/json`)).json()) as {
      paths: Record<string, Record<string, { description: string }>>;
    };
    expect(paths['/sapi/client/base/symbols/margin']?.get?.description).toContain('Not offered');
  });
});
