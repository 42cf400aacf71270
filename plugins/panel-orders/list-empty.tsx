import { Button } from '@fluentui/react-components';
import { EmptyState, type IconName, type Translate } from '../../core/ui/index.ts';
import type { ListFilterState } from './use-list-filter.tsx';

interface ListEmptyProps {
  readonly t: Translate;
  readonly icon: IconName;
  /** What belongs here. */
  readonly text: string;
  /** What is said when only the filters leave nothing. */
  readonly narrowed: string;
  readonly filter: ListFilterState;
}

/** A list without entries: says whether there are none, or whether the filters hide them. */
export const ListEmpty = ({ t, icon, text, narrowed, filter }: ListEmptyProps) =>
  filter.isNarrowed ? (
    <EmptyState
      icon={icon}
      text={narrowed}
      action={
        <Button size="small" onClick={filter.clear}>
          {t('filter.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState icon={icon} text={text} />
  );
