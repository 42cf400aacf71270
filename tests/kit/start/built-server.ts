import { serverBundle } from '../servers/server-bundle.ts';

/** Before the first test that needs it: three workers that begin at once would each build it. */
export async function setup(): Promise<void> {
  await serverBundle();
}
