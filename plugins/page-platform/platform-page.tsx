import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import type { PageProps } from '../../core/contract/plugin.ts';
import { type Language, languageNames } from '../../core/domain/language.ts';
import { addDecimals, compareDecimals } from '../../core/domain/numbers/decimal.ts';
import {
  type FactorDuty,
  factorDuties,
  type HouseCurrency,
  houseCurrencies,
  isFirmName,
  isRebateRate,
  type RegistrationDoor,
  registrationDoors,
  tidyFirmName,
} from '../../core/domain/platform-settings.ts';
import { ChoiceField, FailedState, PageHead, Skeleton, TextField, useServices, useText } from '../../core/ui/index.ts';
import type { HouseVenueView, PlatformView } from '../../schemas/wire/platform.ts';
import { HistoryPart } from './history-part.tsx';
import { LanguagesField } from './languages-field.tsx';
import { MailPart } from './mail-part.tsx';
import styles from './platform.module.css';
import type { requires } from './requires.ts';
import { settings } from './setting-texts.ts';
import { SmsPart } from './sms-part.tsx';
import { VenuesField } from './venues-field.tsx';

type Draft = Partial<Omit<PlatformView, 'version'>>;

/** How often a venue is looked at that opens or closes. */
const lookEveryMs = 2_000;
const reasonLength = { least: 3, most: 500 };

/** What the firm says of itself, and who may say otherwise. */
export const Page = observer(function PlatformPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-platform');
  const { api, notices, texts } = services;
  const { timers } = useServices();
  const [kept, setKept] = useState<PlatformView | 'failed' | null>(null);
  const [venues, setVenues] = useState<readonly HouseVenueView[]>([]);
  /** What is typed over it. */
  const [draft, setDraft] = useState<Draft>({});
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  /** Of mail server and gateway, here: the history tells of them too. */
  const [deliveryChanges, setDeliveryChanges] = useState(0);
  const onDeliveryChanged = (): void => setDeliveryChanges((before) => before + 1);
  const load = useCallback(async (): Promise<void> => {
    const [reply, installed] = await Promise.all([api.call('platformGet', {}), api.call('platformVenues', {})]);
    setKept(reply.ok ? reply.value : 'failed');
    if (installed.ok) setVenues(installed.value);
  }, [api]);
  useEffect(() => void load(), [load]);
  // What opens or closes goes on by itself.
  const isMoving = venues.some(({ state }) => state === 'opening' || state === 'closing');
  useEffect(() => {
    if (!isMoving) return;
    return timers.every(
      lookEveryMs,
      () => void api.call('platformVenues', {}).then((installed) => installed.ok && setVenues(installed.value)),
    );
  }, [api, timers, isMoving]);

  if (kept === null || kept === 'failed') {
    return (
      <div className={styles.page}>
        <PageHead title={t('title')} lead={t('lead')} />
        {kept === null ? <Skeleton rows={6} /> : <FailedState text={t('failed')} onRetry={() => void load()} />}
      </div>
    );
  }

  const shown = { ...kept, ...draft };
  const firmName = tidyFirmName(shown.firm_name);
  const typed: Draft = { ...draft, ...(draft.firm_name === undefined ? {} : { firm_name: firmName }) };
  const changes = Object.fromEntries(
    settings.flatMap((name) => (name in typed && JSON.stringify(typed[name]) !== JSON.stringify(kept[name]) ? [[name, typed[name]]] : [])),
  );
  const isSame = Object.keys(changes).length === 0;
  const refusedAt = typeof refusal?.params.field === 'string' ? refusal.params.field : null;
  const refusedWith = (field: string): string | null => (refusal !== null && refusedAt === field ? texts.errorText(refusal) : null);
  const nameProblem = isFirmName(firmName) ? null : t(firmName === '' ? 'error.firmEmpty' : 'error.firmLong');
  const languagesProblem = shown.languages.length === 0 ? t('error.languages') : null;
  const rateProblem = (typedRate: string): string | null => (isRebateRate(typedRate) ? null : t('error.rate'));
  const ratesProblem =
    [shown.rebate_first, shown.rebate_second].every(isRebateRate) &&
    compareDecimals(addDecimals(shown.rebate_first, shown.rebate_second), '100') > 0
      ? t('error.rates')
      : null;
  const isUnreasoned = reason.trim().length < reasonLength.least;
  const edit = (change: Draft): void => {
    setRefusal(null);
    setDraft({ ...draft, ...change });
  };

  const save = async (event: FormEvent | null): Promise<void> => {
    event?.preventDefault();
    setTried(true);
    if (
      busy ||
      isSame ||
      nameProblem !== null ||
      ![shown.rebate_first, shown.rebate_second].every(isRebateRate) ||
      ratesProblem !== null ||
      languagesProblem !== null ||
      isUnreasoned
    )
      return;
    setBusy(true);
    const reply = await api.call('platformChange', {
      body: { version: kept.version, ...changes, ...(event === null ? { close_in_use: true } : {}), reason: reason.trim() },
    });
    // Somebody was quicker: what holds by now stands under what was typed.
    if (!reply.ok && reply.error.code === 'PLATFORM_CHANGED') await load();
    setBusy(false);
    setRefusal(reply.ok ? null : reply.error);
    if (!reply.ok) return;
    void load();
    setKept(reply.value);
    setDraft({});
    setReason('');
    setTried(false);
    notices.show('success', t('saved'));
  };

  return (
    <div className={styles.page}>
      <PageHead title={t('title')} lead={t('lead')} />
      <form className={styles.form} aria-label={t('title')} onSubmit={(event) => void save(event)} noValidate>
        <div className={styles.fields}>
          <TextField
            label={t('field.firm')}
            help={t('help.firm')}
            error={refusedWith('firm_name') ?? nameProblem}
            value={shown.firm_name}
            onChange={(firm_name) => edit({ firm_name })}
          />
          <LanguagesField
            offered={shown.languages}
            error={refusedWith('languages') ?? languagesProblem}
            onChange={(offered) => {
              const [first = shown.language] = offered;
              // Whoever has chosen none reads one that is offered.
              edit({ languages: [...offered], language: offered.includes(shown.language) ? shown.language : first });
            }}
          />
          <ChoiceField<Language>
            label={t('field.language')}
            help={t('help.language')}
            error={refusedWith('language')}
            value={shown.language}
            options={shown.languages.map((language) => [language, languageNames[language]] as const)}
            onChange={(language) => edit({ language })}
          />
          <ChoiceField<RegistrationDoor>
            label={t('field.registration')}
            help={t(`help.registration.${shown.registration}`)}
            error={refusedWith('registration')}
            value={shown.registration}
            options={registrationDoors.map((door) => [door, t(`registration.${door}`)] as const)}
            onChange={(registration) => edit({ registration })}
          />
          <ChoiceField<HouseCurrency>
            label={t('field.currency')}
            help={t('help.currency')}
            error={refusedWith('currency')}
            value={shown.currency}
            options={houseCurrencies.map((currency) => [currency, currency] as const)}
            onChange={(currency) => edit({ currency })}
          />
          <ChoiceField<FactorDuty>
            label={t('field.secondFactor')}
            help={t(`help.secondFactor.${shown.second_factor}`)}
            error={refusedWith('second_factor')}
            value={shown.second_factor}
            options={factorDuties.map((duty) => [duty, t(`secondFactor.${duty}`)] as const)}
            onChange={(second_factor) => edit({ second_factor })}
          />
          <TextField
            label={t('field.rebateFirst')}
            help={t('help.rebates')}
            error={refusedWith('rebate_first') ?? rateProblem(shown.rebate_first)}
            value={shown.rebate_first}
            onChange={(rebate_first) => edit({ rebate_first })}
          />
          <TextField
            label={t('field.rebateSecond')}
            error={refusedWith('rebate_second') ?? rateProblem(shown.rebate_second) ?? ratesProblem}
            value={shown.rebate_second}
            onChange={(rebate_second) => edit({ rebate_second })}
          />
          <VenuesField venues={venues} wanted={shown} onChange={edit} />
        </div>
        <TextField
          label={t('field.reason')}
          help={t('help.reason')}
          error={refusedWith('reason') ?? (tried && isUnreasoned ? t('error.reason') : null)}
          value={reason}
          maxLength={reasonLength.most}
          onChange={setReason}
        />
        {refusal !== null && ![...settings, 'reason'].some((name) => name === refusedAt) && (
          <p role="alert" className={styles.wrong}>
            {texts.errorText(refusal)}
          </p>
        )}
        {refusal?.code === 'PLATFORM_VENUE_IN_USE' && (
          <div className={styles.actions}>
            <Button size="small" disabled={busy} onClick={() => void save(null)}>
              {t('closeInUse')}
            </Button>
          </div>
        )}
        <div className={styles.actions}>
          <Button size="small" appearance="primary" type="submit" disabled={busy || isSame}>
            {t('save')}
          </Button>
          <Button
            size="small"
            disabled={busy || isSame}
            onClick={() => {
              setRefusal(null);
              setDraft({});
            }}
          >
            {t('undo')}
          </Button>
        </div>
      </form>
      <MailPart services={services} onChanged={onDeliveryChanged} />
      <SmsPart services={services} onChanged={onDeliveryChanged} />
      <HistoryPart services={services} version={kept.version + deliveryChanges} onTakeBack={(before) => edit(before as Draft)} />
    </div>
  );
});
