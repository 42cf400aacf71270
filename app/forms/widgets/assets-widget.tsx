import {
  Tag,
  TagPicker,
  TagPickerControl,
  TagPickerGroup,
  TagPickerInput,
  TagPickerList,
  TagPickerOption,
} from '@fluentui/react-components';
import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FieldFrame } from '../field-frame.tsx';
import styles from '../forms.module.css';
import { useField } from '../use-field.ts';

/** Some of the assets that are traded anywhere, as tags. */
export const AssetsWidget = observer(function AssetsWidget(props: WidgetProps) {
  const { scene, label, help, error, hint, fixed, value, change } = useField(props);
  const [search, setSearch] = useState('');
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const { instruments } = scene.services.markets;
  const assets = [...new Set(instruments.flatMap(({ base, quote }) => [base, quote]))].sort();
  const open = assets.filter((asset) => !chosen.includes(asset) && asset.includes(search.trim().toUpperCase()));
  return (
    <FieldFrame label={label} help={help} error={error} hint={hint}>
      {({ id, describedBy }) => (
        <TagPicker
          size="medium"
          selectedOptions={chosen}
          disabled={fixed}
          onOptionSelect={(_, { selectedOptions }) => {
            change(selectedOptions.length === 0 ? undefined : selectedOptions);
            setSearch('');
          }}
        >
          <TagPickerControl className={styles.tags}>
            <TagPickerGroup aria-label={label}>
              {chosen.map((asset) => (
                <Tag key={asset} value={asset} size="extra-small">
                  {asset}
                </Tag>
              ))}
            </TagPickerGroup>
            <TagPickerInput
              id={id}
              aria-describedby={describedBy}
              aria-invalid={error !== null}
              placeholder={chosen.length === 0 ? scene.t('assets.choose') : ''}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </TagPickerControl>
          <TagPickerList className={styles.listbox}>
            {open.map((asset) => (
              <TagPickerOption key={asset} value={asset}>
                {asset}
              </TagPickerOption>
            ))}
          </TagPickerList>
        </TagPicker>
      )}
    </FieldFrame>
  );
});
