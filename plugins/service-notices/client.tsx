import { reaction } from 'mobx';
import { definePlugin } from '../../core/contract/plugin.ts';
import { defineSetupSection } from '../../core/contract/setup-page.ts';
import { forgetThisBrowser } from './browser-push.ts';
import { requires } from './requires.ts';

const notices = defineSetupSection<typeof requires>({
  titleKey: 'service-notices.title',
  order: 10,
  load: () => import('./notices-section.tsx'),
});

export const plugin = definePlugin({
  requires,
  // Whoever signs out is not told here any more: the next may be somebody else.
  setup: ({ services: { session } }) =>
    reaction(
      () => session.user === null,
      (isGone) => {
        if (isGone) void forgetThisBrowser();
      },
    ),
  open: { notices },
});
