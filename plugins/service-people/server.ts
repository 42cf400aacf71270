import { ADMISSIONS } from '../../core/contract/admissions.ts';
import { AUDIT } from '../../core/contract/audit.ts';
import { DELIVERIES, OUTBOX } from '../../core/contract/deliveries.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { OWN_DATA } from '../../core/contract/own-data.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { PLACES } from '../../core/contract/places.ts';
import { PLATFORM } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import { CLOCK, ENVIRONMENT, IDS } from '../../core/contract/server-services.ts';
import { invitationRoutes } from '../../schemas/wire/invitation.ts';
import { peopleRoutes } from '../../schemas/wire/people.ts';
import { changeCalls } from './change-calls.ts';
import { importCalls } from './import-calls.ts';
import { invitationCalls } from './invitation-calls.ts';
import { PersonLetters } from './letters.ts';
import { lookCalls } from './look-calls.ts';
import { notesAsOwnData, PersonNotes } from './person-notes.ts';
import { PersonViews } from './person-views.ts';
import { lapsing } from './vip-lapse.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, jobs: JOBS, people: PEOPLE, audit: AUDIT, clock: CLOCK, ids: IDS, ownData: OWN_DATA },
    ...{ deliveries: DELIVERIES, messages: MESSAGES, platform: PLATFORM, places: PLACES },
    ...{ admissions: ADMISSIONS, outbox: OUTBOX, environment: ENVIRONMENT, topics: TOPICS },
  },
  setup: async ({ services }) => {
    const { routes, tables, jobs, people, audit, clock, ids, ownData, deliveries, messages, platform, places } = services;
    const { admissions, outbox, environment, topics } = services;
    const notes = await PersonNotes.open(tables);
    ownData.add(notesAsOwnData);
    const letters = new PersonLetters({ deliveries, messages, platform, clock });
    const views = new PersonViews(people, notes, audit, places);
    jobs.add(lapsing(people));
    routes.add(peopleRoutes, {
      ...lookCalls({ people, audit, views }),
      ...changeCalls({ people, audit, views, notes, letters, clock, ids }),
      ...importCalls(people),
    });
    routes.add(invitationRoutes, invitationCalls({ admissions, letters, outbox, environment, platform }));
    // Not who was invited: who hears of a change reads the list.
    let changes = 0;
    const topic = topics.forRole('admin', { name: 'invitations', snapshot: () => ({ changes }) });
    const stops = [
      admissions.listen(() => topic.publish('event', { changes: ++changes })),
      admissions.onAccepted((one, within) => letters.sayAccepted(one, within)),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
});
