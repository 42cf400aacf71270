import type { PageProps } from '../../../core/contract/plugin.ts';
import type { requires } from '../requires.ts';
import type { Choices } from '../stores/choices.ts';

export interface SectionProps {
  readonly services: PageProps<typeof requires>['services'];
  readonly choices: Choices;
}
