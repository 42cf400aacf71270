import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { Select } from '../../../core/ui/select/select.tsx';
import { FieldFrame } from '../field-frame.tsx';
import styles from '../forms.module.css';
import { useField } from '../use-field.ts';

/** One word of a list; the words' texts have the key of the field's title with the word behind it. Some need none, such as `15m`. */
export const ChoiceWidget = observer(function ChoiceWidget(props: WidgetProps) {
  const { scene, schema, label, help, error, hint, fixed, required, value, change } = useField(props);
  const words = schema.enum ?? [];
  const isKnown = words.some((word) => word === value);
  return (
    <FieldFrame label={label} help={help} error={error} hint={hint}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          className={styles.control}
          value={isKnown ? String(value) : ''}
          disabled={fixed}
          aria-describedby={describedBy}
          aria-invalid={error !== null}
          options={[
            ...(!required || !isKnown ? [{ value: '', label: scene.t(required ? 'choose' : 'none') }] : []),
            ...words.map((word) => ({
              value: word,
              label: schema.title === undefined ? word : scene.say(`${schema.title}.${word}`, word),
            })),
          ]}
          onChange={(word) => change(word === '' ? undefined : word)}
        />
      )}
    </FieldFrame>
  );
});
