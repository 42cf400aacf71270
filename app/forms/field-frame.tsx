import { Tooltip } from '@fluentui/react-components';
import { type ReactNode, useId, useState } from 'react';
import { Icon, useText } from '../../core/ui/index.ts';
import styles from './forms.module.css';

interface FieldFrameProps {
  readonly label: string;
  readonly help: string | null;
  readonly error: string | null;
  /** Under the field while nothing is wrong. */
  readonly hint: ReactNode;
  /** The label stands behind the control, in its line. */
  readonly beside?: boolean;
  /** Gets the ids that its control must carry. */
  readonly children: (ids: { readonly id: string; readonly describedBy: string }) => ReactNode;
}

/** Label above, help beside it, what is wrong or allowed below: like a `DecimalInput`, around any other control. */
export function FieldFrame({ label, help, error, hint, beside = false, children }: FieldFrameProps) {
  const id = useId();
  const control = children({ id, describedBy: help === null ? `${id}-under` : `${id}-under ${id}-help` });
  const words = (
    <div className={styles.label}>
      <label htmlFor={id}>{label}</label>
      <HelpMark of={label} help={help} id={`${id}-help`} />
    </div>
  );
  return (
    <div className={styles.field}>
      {beside ? (
        <div className={styles.beside}>
          {control}
          {words}
        </div>
      ) : (
        <>
          {words}
          {control}
        </>
      )}
      <div id={`${id}-under`} className={`${styles.under} ${error === null ? '' : styles.error}`}>
        {error ?? hint}
      </div>
    </div>
  );
}

interface HelpMarkProps {
  /** The field's label. */
  readonly of: string;
  readonly help: string | null;
  /** Id of the text, by which the control is described too. */
  readonly id: string;
}

/** Says what the field is for, to the mouse, the keyboard and the finger; Escape takes it away. */
export function HelpMark({ of: label, help, id }: HelpMarkProps) {
  const t = useText('forms');
  const [visible, setVisible] = useState(false);
  if (help === null) return null;
  return (
    <>
      <Tooltip
        content={help}
        relationship="inaccessible"
        withArrow
        visible={visible}
        onVisibleChange={(_, next) => setVisible(next.visible)}
      >
        <button
          type="button"
          className={styles.mark}
          aria-label={t('about', { field: label })}
          aria-describedby={id}
          onClick={() => setVisible(true)}
        >
          <Icon name="info" size={12} />
        </button>
      </Tooltip>
      <span id={id} hidden>
        {help}
      </span>
    </>
  );
}
