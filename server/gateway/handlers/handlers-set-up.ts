import { accepted, denied } from '../../../core/contract/app-error.ts';
import { languages as everyLanguage } from '../../../core/domain/language.ts';
import { hasNothing } from '../../../core/domain/markets/house-venue.ts';
import type { setUpRoutes } from '../../../schemas/wire/set-up.ts';
import type { SetUp } from '../../platform/set-up.ts';
import { typedMailServer } from '../../platform/typed-mail-server.ts';
import type { HandlersOf } from './handlers.ts';

export const createSetUpHandlers = (setUp: Pick<SetUp, 'admit' | 'complete' | 'venues'>): HandlersOf<typeof setUpRoutes> => ({
  setUpLook: async ({ ip, userAgent, isLocal, body }) => {
    const barred = await setUp.admit({ ip, userAgent, isLocal, token: body.token });
    if (barred !== null) return denied(barred);
    const venues = setUp
      .venues()
      .filter((venue) => !hasNothing(venue))
      .map(({ key, pluginId, title, description, kind }) => ({ key, plugin: pluginId, title, description, kind }));
    return accepted({ venues });
  },
  setUp: ({
    ip,
    userAgent,
    isLocal,
    body: { token, firm_name: firmName, mail = null, languages = everyLanguage, closed_venues: closedVenues = [], ...answers },
  }) =>
    setUp.complete(
      { ip, userAgent, isLocal, token },
      { ...answers, languages, closedVenues, firmName, mail: mail === null ? null : typedMailServer(mail) },
    ),
});
