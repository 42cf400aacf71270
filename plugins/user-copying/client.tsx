import { definePlugin } from '../../core/contract/plugin.ts';
import { defineUserSection } from '../../core/contract/user-page.ts';
import { requires } from './requires.ts';

const copying = defineUserSection<typeof requires>({
  titleKey: 'user-copying.title',
  order: 15,
  load: () => import('./copying-section.tsx'),
});

export const plugin = definePlugin({ requires, open: { copying } });
