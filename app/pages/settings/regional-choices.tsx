import { Combobox, Option, Radio, RadioGroup } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageNames } from '../../../core/client/settings/language.ts';
import { isListed } from '../../../core/domain/markets/instrument.ts';
import { sampleNumber, thousandsChoices } from '../../../core/domain/numbers/thousands.ts';
import { Select } from '../../../core/ui/select/select.tsx';
import { formatClock } from '../../../core/ui/text/format.ts';
import segments from '../../shell/appearance/appearance.module.css';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './setup-page.module.css';
import { findZones, zoneOffset } from './zones.ts';

interface ChoicesProps {
  /** Id of what stands beside it as its name. */
  readonly labelledBy: string;
}

export const LanguageChoices = observer(function LanguageChoices({ labelledBy }: ChoicesProps) {
  const { preferences } = useWorkbench().services;
  return (
    <RadioGroup
      className={styles.languages}
      layout="horizontal"
      aria-labelledby={labelledBy}
      value={preferences.language}
      onChange={(_, data) => preferences.setLanguage(data.value as Language)}
    >
      {preferences.languages.map((language) => (
        <Radio key={language} value={language} label={<span lang={language}>{languageNames[language]}</span>} />
      ))}
    </RadioGroup>
  );
});

/** Stands for the zone of the device, whose names are never empty. */
const ofDevice = '';

/** A time zone, found by any part of its name or its distance from UTC. */
export const ZoneChoice = observer(function ZoneChoice({ labelledBy }: ChoicesProps) {
  const { t } = useTranslation('app');
  const { preferences, timers } = useWorkbench().services;
  /** Null: nobody is searching, the chosen zone is shown. */
  const [search, setSearch] = useState<string | null>(null);
  const nowMs = timers.nowMs();
  const { zone } = preferences.regional;
  const named = (one: string): string => {
    const offset = zoneOffset(one, nowMs);
    return one === offset ? one : `${one.replaceAll('_', ' ')} · ${offset}`;
  };
  const device = t('setup.zoneOfDevice', { zone: named(preferences.systemZone) });
  const found = search === null ? [] : findZones(search, nowMs);
  return (
    <div className={styles.zone}>
      <Combobox
        size="small"
        className={styles.zoneField}
        freeform
        autoComplete="off"
        aria-labelledby={labelledBy}
        expandIcon={{ 'aria-label': t('setup.zone') }}
        placeholder={t('setup.zoneSearch')}
        value={search ?? (zone === null ? device : named(zone))}
        selectedOptions={[zone ?? ofDevice]}
        onChange={({ target }) => setSearch(target.value)}
        // Typing opens the list too: what was typed stays.
        onOpenChange={(_, { open }) => setSearch((typed) => (open ? (typed ?? '') : null))}
        onOptionSelect={(_, { optionValue }) => {
          if (optionValue === undefined) return;
          preferences.setRegional({ zone: optionValue === ofDevice ? null : optionValue });
          setSearch(null);
        }}
        onBlur={() => setSearch(null)}
        listbox={{ className: styles.zones }}
      >
        {search === '' && (
          <Option value={ofDevice} text={device}>
            {device}
          </Option>
        )}
        {found.map((one) => (
          <Option key={one} value={one} text={named(one)}>
            {named(one)}
          </Option>
        ))}
        {search !== null && search !== '' && found.length === 0 && (
          <Option disabled value="none" text={t('setup.zoneNone')}>
            {t('setup.zoneNone')}
          </Option>
        )}
      </Combobox>
      <span className={styles.help}>{t('setup.zoneNow', { time: formatClock(nowMs, preferences.timeZone).slice(0, 5) })}</span>
    </div>
  );
});

/** Each choice shows itself. */
export const ThousandsChoices = observer(function ThousandsChoices({ labelledBy }: ChoicesProps) {
  const { preferences } = useWorkbench().services;
  const name = useId();
  return (
    <div className={segments.segments} role="radiogroup" aria-labelledby={labelledBy}>
      {thousandsChoices.map((one) => (
        <label key={one} className={segments.segment}>
          <input
            type="radio"
            name={name}
            checked={preferences.thousands === one}
            onChange={() => preferences.setRegional({ thousands: one })}
          />
          <span>{sampleNumber(one)}</span>
        </label>
      ))}
    </div>
  );
});

/** The money of the markets, and whatever has a price in it. */
export const CurrencyChoice = observer(function CurrencyChoice({ labelledBy }: ChoicesProps) {
  const { preferences, markets } = useWorkbench().services;
  const { instruments } = markets;
  const { currency } = preferences;
  const options = useMemo(() => {
    const priced = instruments.filter((one) => one.quote === money && one.accountType === 'spot' && isListed(one)).map(({ base }) => base);
    return [...new Set([money, currency, ...priced.sort()])].map((asset) => ({ value: asset, label: asset }));
  }, [instruments, currency]);
  return (
    <Select
      className={styles.currency ?? ''}
      aria-labelledby={labelledBy}
      value={currency}
      options={options}
      onChange={(asset) => preferences.setRegional({ currency: asset })}
    />
  );
});

/** What markets are priced in. */
const money = 'USDT';
