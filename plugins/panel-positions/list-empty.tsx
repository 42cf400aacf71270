import { Button } from '@fluentui/react-components';
import { EmptyState, type IconName } from '../../core/ui/index.ts';

interface ListEmptyProps {
  readonly icon: IconName;
  /** What belongs here. */
  readonly text: string;
  /** What is said when filters are set; null without filters. */
  readonly narrowed: string | null;
  readonly clearLabel: string;
  readonly onClear: () => void;
}

/** A list without entries: says whether there are none, or whether the filters hide them. */
export const ListEmpty = ({ icon, text, narrowed, clearLabel, onClear }: ListEmptyProps) =>
  narrowed === null ? (
    <EmptyState icon={icon} text={text} />
  ) : (
    <EmptyState
      icon={icon}
      text={narrowed}
      action={
        <Button size="small" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    />
  );
