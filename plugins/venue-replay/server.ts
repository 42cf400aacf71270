import { definePlugin } from '../../core/contract/plugin.ts';
import { CLOCK, ENVIRONMENT, LOGGER, RECORDINGS } from '../../core/contract/server-services.ts';
import { openReplays } from './open-replays.ts';

export const plugin = definePlugin({
  requires: { recordings: RECORDINGS, clock: CLOCK, logger: LOGGER, environment: ENVIRONMENT },
  venues: { replay: { open: openReplays } },
});
