import { definePlugin } from '../../core/contract/plugin.ts';
import { defineUserSection } from '../../core/contract/user-page.ts';
import { requires } from './requires.ts';

const data = defineUserSection<typeof requires>({
  titleKey: 'user-data.title',
  order: 90,
  load: () => import('./data-section.tsx'),
});

export const plugin = definePlugin({ requires, open: { data } });
