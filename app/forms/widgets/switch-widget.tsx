import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { FieldFrame } from '../field-frame.tsx';
import { useField } from '../use-field.ts';

export const SwitchWidget = observer(function SwitchWidget(props: WidgetProps) {
  const { label, help, error, hint, fixed, value, change } = useField(props);
  return (
    <FieldFrame label={label} help={help} error={error} hint={hint} beside>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          disabled={fixed}
          aria-describedby={describedBy}
          onChange={({ target }) => change(target.checked)}
        />
      )}
    </FieldFrame>
  );
});
