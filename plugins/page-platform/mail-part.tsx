import {
  isMailHost,
  type MailDraft,
  type MailSecurity,
  mailPorts,
  mailSecurities,
  securedBy,
  typedAddresses,
  typedPort,
} from '../../core/domain/mail-server.ts';
import { ChoiceField, TextField, useText } from '../../core/ui/index.ts';
import type { MailServerView } from '../../schemas/wire/platform-deliveries.ts';
import { DeliveryPart, type DeliveryWay } from './delivery-part.tsx';
import type { Services } from './requires.ts';

interface Draft extends MailDraft {
  readonly notify: string;
}

const mail: DeliveryWay<MailServerView, Draft> = {
  name: 'mail',
  fields: ['host', 'port', 'security', 'user', 'user_password', 'sender', 'notify'],
  read: (api) => api.call('platformMail', {}),
  change: (api, { draft, ...named }) => api.call('platformMailChange', { body: { ...named, server: draft && inWire(draft) } }),
  draftOf: (kept) => ({
    host: kept?.server?.host ?? '',
    port: String(kept?.server?.port ?? mailPorts.starttls),
    security: kept?.server?.security ?? 'starttls',
    user: kept?.server?.user ?? '',
    password: '',
    sender: kept?.server?.sender ?? '',
    notify: kept?.server?.notify.join(', ') ?? '',
  }),
  isNamed: ({ server }) => server !== null,
  problemsOf: ({ host, port, sender }) => ({
    ...(!isMailHost(host.trim()) && { host: 'mail.error.host' }),
    ...(typedPort(port) === null && { port: 'mail.error.port' }),
    ...(!sender.includes('@') && { sender: 'mail.error.sender' }),
  }),
};

const inWire = ({ host, port, security, user, password, sender, notify }: Draft) => ({
  ...{ host: host.trim(), port: typedPort(port) ?? 0, security, sender: sender.trim(), notify: [...typedAddresses(notify)] },
  ...{ user: user === '' ? null : user, user_password: user === '' || password === '' ? null : password },
});

/** By which server mails go, and a mail to oneself that proves it. */
export function MailPart({ services, onChanged }: { readonly services: Services; readonly onChanged: () => void }) {
  const t = useText('page-platform');
  return (
    <DeliveryPart
      services={services}
      way={mail}
      onChanged={onChanged}
      test={() => services.api.call('platformMailTest', {})}
      fields={({ kept, draft, edit, errorAt }) => {
        const text = (name: 'host' | 'sender' | 'user' | 'notify') => (
          <TextField
            label={t(`mail.${name}`)}
            help={t(`mail.help.${name}`)}
            error={errorAt(name)}
            value={draft[name]}
            onChange={(typed) => edit({ [name]: typed })}
          />
        );
        return (
          <>
            {text('host')}
            <ChoiceField<MailSecurity>
              label={t('mail.security')}
              help={t('mail.help.security')}
              error={errorAt('security')}
              value={draft.security}
              options={mailSecurities.map((one) => [one, t(`mail.security.${one}`)] as const)}
              onChange={(security) => edit(securedBy(draft, security))}
            />
            <TextField
              label={t('mail.port')}
              error={errorAt('port')}
              value={draft.port}
              maxLength={5}
              onChange={(typed) => edit({ port: typed.trim() })}
            />
            {text('sender')}
            {text('user')}
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
            {text('notify')}
          </>
        );
      }}
    />
  );
}
