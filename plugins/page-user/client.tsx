import { definePlugin } from '../../core/contract/plugin.ts';
import { type UserSection, userSectionsPoint } from '../../core/contract/user-page.ts';

export const plugin = definePlugin({
  routes: {
    user: {
      load: async ({ contributions }) => {
        const { createPage } = await import('./user-page.tsx');
        return { Page: createPage(contributions<UserSection>(userSectionsPoint)) };
      },
    },
  },
});
