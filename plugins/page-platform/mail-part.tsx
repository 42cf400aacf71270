import { Button } from '@fluentui/react-components';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { isMailHost, type MailSecurity, mailPorts, mailSecurities, typedAddresses } from '../../core/domain/mail-server.ts';
import { ChoiceField, FailedState, Skeleton, TextField, useText } from '../../core/ui/index.ts';
import type { MailServerView, MailTestView } from '../../schemas/wire/platform.ts';
import styles from './platform.module.css';
import type { Services } from './requires.ts';

interface Draft {
  readonly host: string;
  readonly port: string;
  readonly security: MailSecurity;
  readonly user: string;
  readonly password: string;
  readonly sender: string;
  readonly notify: string;
}

const fieldNames = ['host', 'port', 'security', 'user', 'user_password', 'sender', 'notify', 'reason'] as const;
const leastReason = 3;

const draftOf = (server: MailServerView['server']): Draft => ({
  host: server?.host ?? '',
  port: String(server?.port ?? mailPorts.starttls),
  security: server?.security ?? 'starttls',
  user: server?.user ?? '',
  password: '',
  sender: server?.sender ?? '',
  notify: server?.notify.join(', ') ?? '',
});

/** By which server mails go, and a mail to oneself that proves it. */
export function MailPart({ services: { api, notices, texts } }: { readonly services: Services }) {
  const t = useText('page-platform');
  const [kept, setKept] = useState<MailServerView | 'failed' | null>(null);
  const [draft, setDraft] = useState<Draft>(draftOf(null));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [test, setTest] = useState<MailTestView | null>(null);
  const load = useCallback(
    async (isFirst: boolean): Promise<void> => {
      const reply = await api.call('platformMail', {});
      setKept(reply.ok ? reply.value : 'failed');
      if (reply.ok && isFirst) setDraft(draftOf(reply.value.server));
    },
    [api],
  );
  useEffect(() => void load(true), [load]);

  if (kept === null) return <Skeleton rows={4} />;
  if (kept === 'failed') return <FailedState text={t('mail.failed')} onRetry={() => void load(true)} />;

  const refusedAt = typeof refusal?.params.field === 'string' ? refusal.params.field.split('/').at(-1) : undefined;
  const port = /^[1-9]\d{0,4}$/.test(draft.port) ? Number(draft.port) : 0;
  const problems: Readonly<Partial<Record<(typeof fieldNames)[number], string>>> = {
    ...(!isMailHost(draft.host.trim()) && { host: t('mail.error.host') }),
    ...((port === 0 || port > 65_535) && { port: t('mail.error.port') }),
    ...(!draft.sender.includes('@') && { sender: t('mail.error.sender') }),
    ...(reason.trim().length < leastReason && { reason: t('error.reason') }),
  };
  const errorAt = (field: (typeof fieldNames)[number]): string | null =>
    refusal !== null && refusedAt === field ? texts.errorText(refusal) : tried ? (problems[field] ?? null) : null;
  const edit = (change: Partial<Draft>): void => {
    setRefusal(null);
    setTest(null);
    setDraft({ ...draft, ...change });
  };
  const isSame = draft.password === '' && JSON.stringify(draft) === JSON.stringify(draftOf(kept.server));

  const send = async (isNone: boolean): Promise<void> => {
    setTried(true);
    if (busy || problems.reason !== undefined || (!isNone && Object.keys(problems).length > 0)) return;
    setBusy(true);
    const { host, security, user, password, sender, notify } = draft;
    const server = isNone
      ? null
      : {
          ...{ host: host.trim(), port, security, sender: sender.trim(), notify: [...typedAddresses(notify)] },
          ...{ user: user === '' ? null : user, user_password: user === '' || password === '' ? null : password },
        };
    const reply = await api.call('platformMailChange', { body: { version: kept.version, server, reason: reason.trim() } });
    // Somebody was quicker: what holds by now stands under what was typed.
    if (!reply.ok && reply.error.code === 'PLATFORM_CHANGED') await load(false);
    setBusy(false);
    setRefusal(reply.ok ? null : reply.error);
    if (!reply.ok) return;
    setKept(reply.value);
    setDraft(draftOf(reply.value.server));
    setReason('');
    setTried(false);
    notices.show('success', t(isNone ? 'mail.removed' : 'mail.saved'));
  };
  const tryOut = async (): Promise<void> => {
    setBusy(true);
    setTest(null);
    const reply = await api.call('platformMailTest', {});
    setBusy(false);
    setRefusal(reply.ok ? null : reply.error);
    if (reply.ok) setTest(reply.value);
  };

  return (
    <form
      className={styles.form}
      aria-label={t('mail.title')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(false);
      }}
      noValidate
    >
      <div className={styles.head}>
        <h2>{t('mail.title')}</h2>
        <p>{t(`mail.origin.${kept.origin}`)}</p>
      </div>
      <div className={styles.fields}>
        <TextField
          label={t('mail.host')}
          help={t('mail.help.host')}
          error={errorAt('host')}
          value={draft.host}
          onChange={(host) => edit({ host })}
        />
        <ChoiceField<MailSecurity>
          label={t('mail.security')}
          help={t('mail.help.security')}
          error={errorAt('security')}
          value={draft.security}
          options={mailSecurities.map((one) => [one, t(`mail.security.${one}`)] as const)}
          onChange={(security) =>
            edit({ security, ...(draft.port === String(mailPorts[draft.security]) ? { port: String(mailPorts[security]) } : {}) })
          }
        />
        <TextField
          label={t('mail.port')}
          error={errorAt('port')}
          value={draft.port}
          maxLength={5}
          onChange={(typed) => edit({ port: typed.trim() })}
        />
        <TextField
          label={t('mail.sender')}
          help={t('mail.help.sender')}
          error={errorAt('sender')}
          value={draft.sender}
          onChange={(sender) => edit({ sender })}
        />
        <TextField
          label={t('mail.user')}
          help={t('mail.help.user')}
          error={errorAt('user')}
          value={draft.user}
          onChange={(user) => edit({ user })}
        />
        <TextField
          label={t('mail.password')}
          help={t(kept.has_password ? 'mail.help.passwordKept' : 'mail.help.password')}
          error={errorAt('user_password')}
          type="password"
          autoComplete="new-password"
          maxLength={500}
          disabled={draft.user === ''}
          value={draft.password}
          onChange={(password) => edit({ password })}
        />
        <TextField
          label={t('mail.notify')}
          help={t('mail.help.notify')}
          error={errorAt('notify')}
          value={draft.notify}
          onChange={(notify) => edit({ notify })}
        />
        <TextField
          label={t('field.reason')}
          help={t('help.reason')}
          error={errorAt('reason')}
          value={reason}
          maxLength={500}
          onChange={setReason}
        />
      </div>
      {refusal !== null && !fieldNames.some((name) => name === refusedAt) && (
        <p role="alert" className={styles.wrong}>
          {texts.errorText(refusal)}
        </p>
      )}
      {test !== null && (
        <p role={test.fault === null ? 'status' : 'alert'} className={test.fault === null ? styles.right : styles.wrong}>
          {test.fault === null
            ? t('mail.test.taken', { to: test.to })
            : `${t(`mail.fault.${test.fault}`)}${test.detail === null ? '' : ` (${test.detail})`}`}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" appearance="primary" type="submit" disabled={busy || isSame}>
          {t('save')}
        </Button>
        <Button size="small" disabled={busy || kept.origin === 'none' || !isSame} onClick={() => void tryOut()}>
          {t('mail.test')}
        </Button>
        {kept.server !== null && (
          <Button size="small" appearance="subtle" disabled={busy} onClick={() => void send(true)}>
            {t('mail.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
