import { toldIn } from '../../core/contract/notices.ts';
import type { Instance } from '../../core/contract/strategies.ts';
import { itemsOf } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { detailsPanel } from './panel-links.ts';
import type { Services } from './requires.ts';

/** Instances that the user has stopped in this window. */
export const stoppedHere = new Set<string>();

/** Of those that ended before the page was opened: the newest are among its messages. */
const mostPast = 20;

type AnnouncingServices = Pick<Services, 'api' | 'notices' | 'strategies' | 'stream' | 'workspace'>;

/** A message for each instance that has ended, which leads to its details; what ended while nobody was there stands in the list of messages. */
export function announceEnds(services: AnnouncingServices): Disposer {
  const { api, notices, stream, strategies, workspace } = services;
  const told = toldIn('panel-strategy-instances');
  /** Not told again by a snapshot after a lost line, nor by the list of those that ended. */
  const known = new Set<string>();
  let isClosed = false;
  const tell = ({ instanceId, name, status }: Instance, endedMs?: number): void => {
    if ((status !== 'STOPPED' && status !== 'INTERRUPTED') || known.has(instanceId)) return;
    known.add(instanceId);
    const open = (): void => {
      strategies.choose(instanceId);
      workspace.openPanel(detailsPanel);
    };
    notices.show(status === 'STOPPED' ? 'info' : 'error', told(`ended.${status}`, { name }), {
      of: 'strategy',
      about: `instance ${instanceId}`,
      detail: told(status === 'STOPPED' && stoppedHere.has(instanceId) ? 'ended.byYou' : `status.${status}.help`),
      action: { label: told('ended.details'), run: open, lasts: true },
      ...(endedMs === undefined ? {} : { pastMs: endedMs }),
    });
  };
  const readPast = async (): Promise<void> => {
    const reply = await api.call('instanceList', { query: { state: 'history', limit: mostPast } });
    if (!reply.ok || isClosed) return;
    for (const one of reply.value) if (one.stoppedMs !== null) tell(one, one.stoppedMs);
  };
  void readPast();
  const stop = stream.subscribe('strategies', (message) => {
    for (const one of itemsOf<Instance>(message)) tell(one);
  });
  return () => {
    isClosed = true;
    void stop();
  };
}
