import type { HousePeople } from '../../core/contract/people.ts';
import type { JobTerms } from '../../core/contract/server-contributions.ts';

const everyMs = 60_000;

/** Lowers levels whose time is over, by the house itself: within a minute, and whatever was missed at the next start. */
export const lapsing = (people: Pick<HousePeople, 'vipEnded' | 'change'>): JobTerms => ({
  id: 'vip-lapse',
  everyMs,
  firstAfterMs: 10_000,
  run: async () => {
    for (const { id, version } of await people.vipEnded()) {
      const lapsed = await people.change(id, version, { vipLevel: 0 }, { by: 'system', reason: null });
      // Somebody has given another end meanwhile: the next run looks again.
      if (!lapsed.ok && lapsed.error.code !== 'PERSON_CHANGED') throw lapsed.error;
    }
  },
});
