import { definePlugin } from '../../../core/contract/plugin.ts';
import { CLOCK, LOGGER } from '../../../core/contract/server-services.ts';
import { PULSE } from './pulse.ts';

const everyMs = 60_000;

export const plugin = definePlugin({
  requires: { clock: CLOCK, logger: LOGGER },
  setup({ services: { clock, logger }, provide }) {
    let beats = 0;
    provide(PULSE, {
      get beats() {
        return beats;
      },
    });
    // What setup starts, the returned function ends.
    return clock.every(everyMs, () => {
      beats += 1;
      logger.debug({ beats }, 'another minute');
    });
  },
});
