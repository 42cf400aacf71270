import { accepted } from '../../core/contract/app-error.ts';
import type { Files } from '../../core/contract/files.ts';
import type { JobTerms, RouteHandlers } from '../../core/contract/server-contributions.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { resumeLimitMb } from '../../core/domain/forms/career-form.ts';
import type { inboxRoutes } from '../../schemas/wire/inbox.ts';
import type { InboxTable } from './inbox-table.ts';

const hourMs = 60 * 60_000;

/** How long letters are kept: told to everybody, set by administrators. */
export function termsCalls(
  table: Pick<InboxTable, 'retentionDays' | 'keepFor'>,
): Pick<RouteHandlers<typeof inboxRoutes>, 'formTerms' | 'inboxRetention'> {
  const terms = async () => ({ retention_days: await table.retentionDays(), resume_limit_mb: resumeLimitMb });
  return {
    formTerms: async () => accepted(await terms()),
    inboxRetention: async ({ body }) => {
      await table.keepFor(body.retention_days);
      return accepted(await terms());
    },
  };
}

/** Deletes letters whose time is over. A file that cannot be removed now goes as a stray one at the next start. */
export const forgetting = (table: Pick<InboxTable, 'forget'>, files: Pick<Files, 'remove'>, clock: Pick<Clock, 'nowMs'>): JobTerms => ({
  id: 'forget',
  everyMs: hourMs,
  firstAfterMs: 60_000,
  run: async () => {
    for (const id of await table.forget(clock.nowMs())) await files.remove(id);
  },
});
