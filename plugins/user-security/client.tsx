import { definePlugin } from '../../core/contract/plugin.ts';
import { defineUserSection } from '../../core/contract/user-page.ts';
import { requires } from './requires.ts';

const security = defineUserSection<typeof requires>({
  titleKey: 'user-security.title',
  order: 20,
  load: () => import('./security-section.tsx'),
});

export const plugin = definePlugin({ requires, open: { security } });
