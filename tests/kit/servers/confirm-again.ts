import type { HttpClient } from './http-client.ts';
import type { TestServer } from './test-server.ts';

/** A demo person proves by his password that it is still he, after a clock that was put ahead. */
export async function confirmAgain(
  { demoAccounts }: Pick<TestServer, 'demoAccounts'>,
  client: HttpClient,
  username: string,
): Promise<void> {
  const value = demoAccounts.find((one) => one.username === username)?.password ?? '';
  await client.call('confirm', { body: { kind: 'password', value } });
}
