import { definePlugin } from '../../core/contract/plugin.ts';
import { defineUserSection } from '../../core/contract/user-page.ts';
import { requires } from './requires.ts';

const accounts = defineUserSection<typeof requires>({
  titleKey: 'user-accounts.title',
  order: 10,
  load: () => import('./accounts-section.tsx'),
});

export const plugin = definePlugin({ requires, open: { accounts } });
