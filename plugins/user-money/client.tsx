import { definePlugin } from '../../core/contract/plugin.ts';
import { defineUserSection } from '../../core/contract/user-page.ts';
import { requires } from './requires.ts';

const money = defineUserSection<typeof requires>({
  titleKey: 'user-money.title',
  order: 40,
  load: () => import('./money-section.tsx'),
});

export const plugin = definePlugin({ requires, open: { money } });
