import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpClient } from '../../kit/servers/http-client.ts';
import { startTestServer, type TestServer } from '../../kit/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateFactor: 1 });
});
afterAll(() => server?.close());

it('refuses the 21st attempt of a minute from one address, also with the token of another session', async () => {
  const tokens = [(await server.signIn('trader1')).token, (await server.signIn('trader1')).token, (await server.signIn('trader1')).token];
  let tried = 3;
  let refused = 0;
  for (const token of tokens) {
    const client = new HttpClient(server.url);
    client.token = token;
    for (let i = 0; i < 20; i++) {
      tried++;
      const query = { captcha_id: 'no-such-captcha', captcha_value: 'x' };
      const number = await client.call('login', { query, body: { account: `somebody${tried}`, password: 'guess' } }).then(
        () => 200,
        (error: { number: number }) => error.number,
      );
      if (Math.floor(number / 100) === 429) refused++;
    }
  }
  expect(tried - refused).toBeLessThanOrEqual(21);
});
