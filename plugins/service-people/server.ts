import { AUDIT } from '../../core/contract/audit.ts';
import { DELIVERIES } from '../../core/contract/deliveries.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { OWN_DATA } from '../../core/contract/own-data.ts';
import { PEOPLE } from '../../core/contract/people.ts';
import { PLACES } from '../../core/contract/places.ts';
import { PLATFORM } from '../../core/contract/platform.ts';
import { definePlugin } from '../../core/contract/plugin.ts';
import { JOBS, ROUTES, TABLES } from '../../core/contract/server-contributions.ts';
import { CLOCK, IDS } from '../../core/contract/server-services.ts';
import { peopleRoutes } from '../../schemas/wire/people.ts';
import { changeCalls } from './change-calls.ts';
import { importCalls } from './import-calls.ts';
import { PersonLetters } from './letters.ts';
import { lookCalls } from './look-calls.ts';
import { notesAsOwnData, PersonNotes } from './person-notes.ts';
import { PersonViews } from './person-views.ts';
import { lapsing } from './vip-lapse.ts';

export const plugin = definePlugin({
  requires: {
    ...{ routes: ROUTES, tables: TABLES, jobs: JOBS, people: PEOPLE, audit: AUDIT, clock: CLOCK, ids: IDS, ownData: OWN_DATA },
    ...{ deliveries: DELIVERIES, messages: MESSAGES, platform: PLATFORM, places: PLACES },
  },
  setup: async ({ services }) => {
    const { routes, tables, jobs, people, audit, clock, ids, ownData, deliveries, messages, platform, places } = services;
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
    return undefined;
  },
});
