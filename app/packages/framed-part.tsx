import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Accounts } from '../../core/contract/client-services.ts';
import type { PanelConfig } from '../../core/contract/panel.ts';
import { heaviestFirst } from '../../core/domain/accounts/capability.ts';
import { PlainButton } from '../../core/ui/buttons/plain-button.tsx';
import { EmptyState } from '../../core/ui/states/empty-state.tsx';
import { Skeleton } from '../../core/ui/states/skeleton.tsx';
import { splitKey } from '../../core/ui/text/split-key.ts';
import { useText } from '../../core/ui/text/use-text.ts';
import type { ClientPackage } from '../../schemas/wire/package.ts';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import type { FramePart } from './bridge.ts';
import { frameNamespaces, type Place } from './frame-state.ts';
import styles from './framed-part.module.css';
import { OpenFrame } from './open-frame.ts';
import { OrderQuestion } from './order-question-view.tsx';

export interface FramedPartProps {
  readonly one: ClientPackage;
  readonly part: FramePart;
  readonly place: Place;
  readonly panelId: string;
  readonly accounts: Accounts | null;
  readonly saved: { readonly version: number; readonly config: PanelConfig };
  readonly updateConfig: (patch: PanelConfig) => void;
}

/** A panel or page of a package: a frame of an origin of its own, below a line that says whose it is and what it may do. */
export function FramedPart(props: FramedPartProps) {
  const [attempt, setAttempt] = useState(0);
  return <Frame key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

const Frame = observer(function Frame({ onRetry, ...props }: FramedPartProps & { readonly onRetry: () => void }) {
  const { one, part, place } = props;
  const { manifest } = one;
  const t = useText('app');
  const { i18n } = useTranslation([...frameNamespaces, manifest.id]);
  const { services } = useWorkbench();
  const frame = useRef<HTMLIFrameElement>(null);
  const [open] = useState(() => new OpenFrame(services, i18n, props, () => frame.current));
  open.move(place);
  useEffect(() => {
    open.show();
    return () => open.hide();
  }, [open]);
  const { session } = open;
  const shown = manifest.contributes?.[part.kind]?.find(({ id }) => id === part.id);
  const { namespace, key } = splitKey(shown?.title ?? manifest.title);
  const title = useText(namespace)(key);
  const [isWhole, setWhole] = useState(false);
  const may = heaviestFirst(open.granted.capabilities)
    .map((one) => t(`frame.may.${one}`))
    .join(' · ');
  const { questions } = open;
  return (
    <div className={styles.framed}>
      <button
        type="button"
        className={`${styles.bar} ${isWhole ? styles.whole : ''}`}
        title={`${manifest.id} ${manifest.version} · ${may}`}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        <span className={styles.origin}>{t('frame.origin', { name: manifest.id })}</span>
        <span>{may === '' ? t('frame.mayNothing') : t('frame.may', { what: may })}</span>
      </button>
      {questions.isDeaf && (
        <p className={styles.deaf} role="status">
          <span>{t('frame.deaf')}</span>
          <PlainButton onClick={questions.hearAgain}>{t('frame.hear')}</PlainButton>
        </p>
      )}
      {session.problem === null ? (
        <div className={styles.place} aria-busy={!session.drawn}>
          {!session.drawn && <Skeleton />}
          {/* The sandbox gives it an origin of its own; the server says the same of the document. */}
          <iframe
            ref={frame}
            className={styles.frame}
            title={title}
            sandbox="allow-scripts"
            allow=""
            referrerPolicy="no-referrer"
            src={`/packages/${manifest.id}/${one.hash}/frame`}
            onLoad={({ currentTarget }) => session.loaded(currentTarget)}
          />
        </div>
      ) : (
        <EmptyState
          icon="warning"
          text={t(`frame.problem.${session.problem}`, { detail: session.detail })}
          action={<PlainButton onClick={onRetry}>{t('retry')}</PlainButton>}
        />
      )}
      {questions.current !== null && (
        <OrderQuestion question={questions.current} who={manifest.id} services={services} onAnswer={questions.answer} />
      )}
    </div>
  );
});
