import type { Timers } from '../../core/client/timers.ts';
import type { Api } from '../../core/contract/client-services.ts';
import type { OwnPlugin } from '../../core/contract/plugin-sets.ts';

/** How long it waits before it asks again: a busy server has had half a minute in all. */
const waitsMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * The plugins of this user. Without them no page stands and every path is refused, so a server that is busy or away for a moment is
 * asked again. A session that has ended is an answer: nothing is shown, and the page for signing in follows.
 * Rejects with the last refusal.
 */
export async function askOwnPlugins(api: Pick<Api, 'call'>, timers: Pick<Timers, 'after'>): Promise<readonly OwnPlugin[]> {
  for (const waitMs of [...waitsMs, null]) {
    const list = await api.call('pluginList', {});
    if (list.ok) return list.value;
    if (list.error.code === 'SESSION_INVALID' || list.error.code === 'SESSION_MISSING') return [];
    if (waitMs === null) throw list.error;
    await new Promise<void>((resolve) => void timers.after(waitMs, resolve));
  }
  return [];
}
