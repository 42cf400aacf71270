import { AUDIT } from '../../core/contract/audit.ts';
import { CAPTCHA } from '../../core/contract/captcha.ts';
import { FILES, type Files } from '../../core/contract/files.ts';
import { MAIL } from '../../core/contract/mail.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { OWN_DATA } from '../../core/contract/own-data.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS, LOGGER } from '../../core/contract/server-services.ts';
import type { LetterKind } from '../../core/domain/forms/letter.ts';
import { inboxRoutes } from '../../schemas/wire/inbox.ts';
import { careerCalls } from './career-calls.ts';
import { contactCalls } from './contact-calls.ts';
import { InboxTable, notesAsOwnData } from './inbox-table.ts';
import { letterCalls } from './letter-calls.ts';
import { mailing } from './mail-outbox.ts';
import { NetworkQuota } from './network-quota.ts';
import { forgetting, termsCalls } from './retention.ts';
import { TakenForms } from './taken-forms.ts';

/** Of one network in a day. */
const [contactsOfNetwork, applicationsOfNetwork] = [10, 5];

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, topics: TOPICS, files: FILES, jobs: JOBS, messages: MESSAGES },
    ...{ captcha: CAPTCHA, mail: MAIL, clock: CLOCK, ids: IDS, logger: LOGGER, ownData: OWN_DATA, audit: AUDIT },
  },
  setup: async ({ services: { routes, tables, topics, files, jobs, messages, captcha, mail, clock, ids, logger, ownData, audit } }) => {
    const table = await InboxTable.open(tables);
    ownData.add(notesAsOwnData);
    await removeStray(table, files);
    jobs.add(forgetting(table, files, clock));
    jobs.add(mailing({ mail, table, clock, logger }));
    // Not who has written: who hears of a change, or comes back, reads the list.
    let arrivals: { readonly arrived: number; readonly kind: LetterKind | null } = { arrived: 0, kind: null };
    const topic = topics.forRole('admin', { name: 'inbox', snapshot: () => arrivals });
    const changed = (kind?: LetterKind): void => {
      if (kind !== undefined) arrivals = { arrived: arrivals.arrived + 1, kind };
      topic.publish('event', arrivals);
    };
    const parts = { taken: new TakenForms(), captcha, table, files, audit, messages, mail, clock, ids, logger, changed };
    routes.add(inboxRoutes, {
      ...termsCalls(table),
      ...letterCalls(parts),
      ...contactCalls({ ...parts, quota: new NetworkQuota(clock, contactsOfNetwork) }),
      ...careerCalls({ ...parts, quota: new NetworkQuota(clock, applicationsOfNetwork) }),
    });
    return undefined;
  },
});

/** Files whose letter was never written, or has gone without them. */
async function removeStray(table: InboxTable, files: Files): Promise<void> {
  // The files first: one that comes after them is known by the time that the table is read, or not looked at.
  const stored = await files.ids();
  const known = await table.withFiles();
  for (const id of stored) if (!known.has(id)) await files.remove(id);
}
